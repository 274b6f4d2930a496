import { z } from 'zod';
import { CaseId } from '../clearance/cases.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Phone } from '../common/fields.ts';
import { writtenWords } from './contact-desk.ts';
import { CONTACT_TEXT_PARTS } from './contact-list.ts';
import { TEXTING } from './sending.ts';
import { smsParts } from './template-words.ts';

const endpoint = endpointsOf('messages');

/**
 * Words of staff to a person by text message; `driver_id` says which driver's number it is, and
 * `case_id` which case of clearance it is about.
 */
export const WrittenText = z.strictObject({
  mobile_number: Phone,
  driver_id: Id.optional(),
  case_id: CaseId.optional(),
  ...writtenWords('Please write the text.'),
});
export type WrittenText = z.infer<typeof WrittenText>;

/** The most of a text's first words that the history of its case keeps. */
const MOST_OF_WORDS = 60;

/** The first words of a text, whole ones, with an ellipsis where there are more. */
export const firstWords = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= MOST_OF_WORDS) return line;
  const cut = line.slice(0, MOST_OF_WORDS + 1);
  const end = cut.lastIndexOf(' ');
  // Half an emoji cannot be stored.
  return `${cut.slice(0, end > 0 ? end : MOST_OF_WORDS).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** The sentence that refuses a text too long to be sent, or null. */
export const tooLongToSend = (text: string): string | null => {
  const parts = smsParts(text);
  if (parts <= CONTACT_TEXT_PARTS) return null;
  return `This takes ${parts} text messages, and may take ${CONTACT_TEXT_PARTS}. Please shorten it.`;
};

export const TextDesk = z.object({
  /** Whether a text message that is written now is sent. */
  texting: z.enum(TEXTING),
  /** The company's usual answers, ready to be sent. */
  usual_answers: z.array(z.object({ label: z.string(), text: z.string() })),
});
export type TextDesk = z.infer<typeof TextDesk>;

export const getTextDesk = endpoint('GET /texts', 'contact.answer', {
  summary: 'Whether a text message that is written now is sent, and the usual answers',
  answer: TextDesk,
});

export const writeText = endpoint('POST /texts', 'contact.answer', {
  summary: 'Write a text message to a driver, or to somebody who paid',
  description:
    'It begins with the company’s name. Refused with 422 where no service sends texts, or if it would take more than ' +
    'three; with 409 where the driver has another number meanwhile. About a case it stands in the history of that case, ' +
    'which needs the permission to clear payments.',
  idempotent: true,
  errors: ['not_found', 'refused', 'conflict', 'not_permitted'],
  example: { mobile_number: '0244000001', text: 'Please call us.' },
  body: WrittenText,
  created: Done,
});
