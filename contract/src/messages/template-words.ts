import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { holdsNumber, isPlainProse, mayHoldAddress, mayHoldNumber, unseenIn } from '../common/text.ts';
import {
  TEMPLATE_FIELDS,
  TEMPLATE_KEYS,
  type TemplateField,
  type TemplateKey,
  type TemplateValues,
  templateOf,
} from './templates.ts';

const endpoint = endpointsOf('messages');

/** The characters of GSM 03.38's default alphabet; those of its extension take the room of two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Characters of a text that goes in one part, and of each part of a longer one. */
const GSM = { whole: 160, part: 153 };
const UCS2 = { whole: 70, part: 67 };

/**
 * The parts of a text, and the places left in the last one. A character that takes two places is
 * never split.
 */
const partsOf = (sizes: readonly number[], { whole, part }: typeof GSM) => {
  const used = sizes.reduce((sum, size) => sum + size, 0);
  if (used <= whole) return { parts: 1, used, room: whole - used };
  let [parts, room] = [1, part];
  for (const size of sizes) {
    if (size > room) [parts, room] = [parts + 1, part];
    room -= size;
  }
  return { parts, used, room };
};

/**
 * `used` and `room` count places, of which most characters take one; `room` is left in the last
 * part.
 */
export type SmsLength = { parts: number; used: number; room: number; outside: string | null };

/**
 * The length of a text as it is sent and paid. `outside` is the first character that GSM's alphabet
 * lacks: one of them makes all parts shorter.
 */
export const smsLength = (text: string): SmsLength => {
  const characters = [...text];
  const outside = characters.find((one) => !BASIC.has(one) && !EXTENDED.has(one)) ?? null;
  const sizes = characters.map((one) => {
    if (outside !== null) return one.length;
    return EXTENDED.has(one) ? 2 : 1;
  });
  return { ...partsOf(sizes, outside === null ? GSM : UCS2), outside };
};

/** The number of text messages in which a text is sent and paid. */
export const smsParts = (text: string): number => smsLength(text).parts;

/** Letters and marks that GSM's alphabet lacks, and what is written instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ ɛ: 'e', Ɛ: 'E', ɔ: 'o', Ɔ: 'O', ŋ: 'n', Ŋ: 'N', '₵': 'GHS ' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '\u00a0': ' ' },
};

/** A text in GSM's alphabet alone: other letters by their nearest, anything else left out. */
export const inGsm = (text: string): string =>
  [...text]
    .map((one) => {
      if (BASIC.has(one) || EXTENDED.has(one)) return one;
      const bare = INSTEAD[one] ?? one.normalize('NFD').replace(/\p{M}/gu, '');
      return smsLength(bare).outside === null ? bare : '';
    })
    .join('');

/** Characters that the words of a template may have. */
export const MAX_TEMPLATE = 480;

const FIELD = /\{([a-z_]{1,30})\}/g;

const namesOf = (fields: readonly TemplateField[]): string => fields.map((field) => `{${field}}`).join(', ');

/** Replaces fields by their values; a field without a value is removed. */
export const fillTemplate = (words: string, values: Partial<Record<TemplateField, string>>): string =>
  words.replace(FIELD, (_, field: TemplateField) => values[field] ?? '');

/** Fills in a template, which needs a value for each of its fields. */
export const fillWords = <Key extends TemplateKey>(_key: Key, words: string, values: TemplateValues<Key>): string =>
  fillTemplate(words, values);

/** Example values of a template; `company` is the company's own name where it is known. */
export const exampleValues = (key: TemplateKey, company?: string): Partial<Record<TemplateField, string>> => {
  const { fields, examples } = templateOf(key);
  const values = fields.map((field) => [field, examples?.[field] ?? TEMPLATE_FIELDS[field].example]);
  return { ...Object.fromEntries(values), ...(company !== undefined && { company }) };
};

/** The words as they go out under the company's name; any other field is a letter. */
const withoutFields = (words: string, company = 'x'): string =>
  words.replace(FIELD, (_, field) => (field === 'company' ? company : 'x'));

/** A sentence why words wait for another person, or null. Rule 22 of docs/product/messages.md. */
export const whyWordsWait = (words: string, company: string): string | null => {
  const text = withoutFields(words, company);
  if (mayHoldNumber(text)) return 'A number stands in the words, and people could pay or call it.';
  return mayHoldAddress(text) ? 'An address stands in the words, and people could follow or write to it.' : null;
};

/** Templates that ask for money or say that it came: people pay to the number in them. */
const OF_MONEY: ReadonlySet<TemplateKey> = new Set(['reminder', 'rent_reminder', 'answer_pay', 'receipt', 'refund']);

/** Why words cannot be those of a template, in a sentence; null where they can. */
export const templateProblem = (key: TemplateKey, words: string): string | null => {
  const { fields, required, parts } = templateOf(key);
  if (words.trim() === '') return 'Please write the words.';
  if (words.length > MAX_TEMPLATE) return `The words have at most ${MAX_TEMPLATE} characters.`;
  if (!isPlainProse(words)) return unseenIn('The text');
  const named = [...words.matchAll(FIELD)].map(([, field]) => field ?? '');
  const unknown = named.find((field) => !fields.includes(field as TemplateField));
  if (unknown !== undefined) return `There is no field {${unknown}} here. This text knows ${namesOf(fields)}.`;
  if (/[{}]/.test(words.replace(FIELD, ''))) return `Braces are for fields alone. This text knows ${namesOf(fields)}.`;
  const missing = required.filter((field) => !named.includes(field));
  if (missing.length > 0) return `The words need ${namesOf(missing)}.`;
  if (OF_MONEY.has(key) && holdsNumber(withoutFields(words)))
    return 'Please use the fields for phone and account numbers.';
  const needed = smsParts(fillTemplate(words, exampleValues(key)));
  if (needed <= parts) return null;
  return `This takes ${needed} text messages, and may take ${parts === 1 ? 'one' : parts}. Please shorten it.`;
};

const access = 'messages.change';

const TemplateKeySchema = z.enum(TEMPLATE_KEYS);
const params = z.object({ key: TemplateKeySchema });

/** The company's words for a text message; the rest of a template is known by its key. */
export const MessageTemplate = z.object({
  key: TemplateKeySchema,
  /** The company's words; null where the built-in ones are sent. */
  own_words: z.string().nullable(),
  /** Why own words are not sent, in a sentence; the built-in ones are sent instead. */
  problem: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** A username. */
  changed_by: z.string().nullable(),
  /** The approval that other words wait for; null where none do. */
  waiting_approval: Id.nullable(),
  /**
   * False where this server never sends it: it sends texts with links where it knows the product's
   * address, else those without.
   */
  is_used: z.boolean(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const listMessageTemplates = endpoint('GET /message_templates', access, {
  summary: 'The words of every text message, those that the company changed among them',
  answer: z.array(MessageTemplate),
});

const WORDS = 'Please write the words.';
export const TemplateWords = z.strictObject({ words: z.string(WORDS).trim().min(1, WORDS).max(MAX_TEMPLATE) });

export const changeMessageTemplate = endpoint('PATCH /message_templates/:key', access, {
  summary: 'Write the company’s own words of a text message',
  description:
    'Refused where they leave out a field that the text needs, name one that it does not know, or are too long. Words with a number or an address in them hold once another person has approved them.',
  errors: ['conflict'],
  params,
  body: TemplateWords,
});

export const resetMessageTemplate = endpoint('DELETE /message_templates/:key', access, {
  summary: 'Go back to the built-in words',
  params,
});
