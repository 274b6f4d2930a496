import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Phone } from '../common/fields.ts';
import { writtenWords } from './contact-desk.ts';
import { CONTACT_TEXT_PARTS } from './contact-list.ts';
import { TEXTING } from './sending.ts';
import { smsParts } from './template-words.ts';

const endpoint = endpointsOf('messages');

/** Words of staff to a person by text message; `driver_id` says which driver's number it is. */
export const WrittenText = z.strictObject({
  mobile_number: Phone,
  driver_id: Id.optional(),
  ...writtenWords('Please write the text.'),
});
export type WrittenText = z.infer<typeof WrittenText>;

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
    'three; with 409 where the driver has another number meanwhile.',
  idempotent: true,
  errors: ['not_found', 'refused', 'conflict'],
  body: WrittenText,
  created: Done,
});
