import { RegistrationFields } from '@banbo/contract';
import { FIELDS, type RegistrationValues, sentText, type TextName } from './registration-values.ts';
import { WIZARD_PAGES } from './wizard-pages.ts';

const REQUIRED = new Set(WIZARD_PAGES.flatMap(({ required }) => required));

/** What is wrong with a field, in the contract's words, or null. */
export const checkField = (name: TextName, values: RegistrationValues): string | null => {
  const { as, label, way } = FIELDS[name];
  const text = sentText(name, values);
  if (text === '' && way === 'phone' && REQUIRED.has(name)) return `Please enter the ${label.toLowerCase()}.`;
  const result = RegistrationFields.shape[as].safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Not valid.');
};
