import { hasName, idNumberProblem, notADate, ONE_NAME, RegistrationFields, readTypedDay } from '@banbo/contract';
import {
  NAMES,
  REGISTRATION_FIELDS,
  REQUIRED,
  type RegistrationValues,
  sentText,
  TEXT_NAMES,
  type TextName,
} from './registration-values.ts';
import { numberMaskOf } from './use-lookups.ts';

const DAYS: ReadonlySet<TextName> = new Set(['persDOB', 'persDateIssued']);

/** A field's error, or null. */
export const checkField = (name: TextName, values: RegistrationValues): string | null => {
  const { as, label, way } = REGISTRATION_FIELDS[name];
  const text = sentText(name, values);
  if (text !== '' && DAYS.has(name) && readTypedDay(text) !== text) return notADate(text);
  if (text === '' && way === 'phone' && REQUIRED.has(name)) return `Please enter the ${label.toLowerCase()}.`;
  if (name === 'persFirstname' && !NAMES.some((one) => hasName(values[one]))) return ONE_NAME;
  const result = RegistrationFields.shape[as].safeParse(text);
  if (!result.success) return result.error.issues[0]?.message ?? 'Not valid.';
  if (name !== 'persIdNumber') return null;
  const type = sentText('persIdentificationType', values);
  return idNumberProblem(type, text, numberMaskOf(type));
};

/** The problems of the fields in the order of the form. */
export const wrongFields = (values: RegistrationValues): Partial<Record<TextName, string>> =>
  Object.fromEntries(
    TEXT_NAMES.map((name) => [name, checkField(name, values)] as const).filter(([, message]) => message !== null),
  );
