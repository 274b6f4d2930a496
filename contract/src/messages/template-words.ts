import { smsParts } from '../common/sms-parts.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { TEMPLATE_FIELDS, type TemplateField, type TemplateKey, type TemplateValues, templateOf } from './templates.ts';

/** Characters that the words of a template may have. */
export const MAX_TEMPLATE = 480;

const FIELD = /\{([a-z_]{1,30})\}/g;

const namesOf = (fields: readonly TemplateField[]): string => fields.map((field) => `{${field}}`).join(', ');

/** Puts values in the place of fields; a field without a value goes. */
export const fillTemplate = (words: string, values: Partial<Record<TemplateField, string>>): string =>
  words.replace(FIELD, (_, field: TemplateField) => values[field] ?? '');

/** The same for a template's own fields, of which none may be missing. */
export const fillWords = <Key extends TemplateKey>(_key: Key, words: string, values: TemplateValues<Key>): string =>
  fillTemplate(words, values);

/** Example values of a template; `company` is the company's own name where it is known. */
export const exampleValues = (key: TemplateKey, company?: string): Partial<Record<TemplateField, string>> => {
  const { fields, examples } = templateOf(key);
  const values = fields.map((field) => [field, examples?.[field] ?? TEMPLATE_FIELDS[field].example]);
  return { ...Object.fromEntries(values), ...(company !== undefined && { company }) };
};

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
  const needed = smsParts(fillTemplate(words, exampleValues(key)));
  if (needed <= parts) return null;
  return `This takes ${needed} text messages, and may take ${parts === 1 ? 'one' : parts}. Please shorten it.`;
};
