import { ChangeableFields, type Driver, idNumberProblem } from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { behindTheCode, wholeNumber } from '~/lib/phone-field.ts';
import { FIELDS } from '../registration/registration-values.ts';
import { numberMaskOf } from '../registration/use-lookups.ts';

export type FieldName = keyof ChangeableFields;

/** The labels of the form's fields, by the names of the contract: those of the registration. */
export const LABELS = {
  ...Object.fromEntries(Object.values(FIELDS).map(({ as, label }) => [as, label])),
  middle_name: 'Middle Name',
} as Record<FieldName, string>;

export const FIELD_NAMES = Object.keys(LABELS) as FieldName[];
export type ChangeValues = Record<FieldName, string>;

const isPhone = (name: FieldName): boolean => name.endsWith('mobile_number');

/** A driver's values as the form shows them; phones behind the fixed country code. */
export const shownValues = (driver: Driver): ChangeValues =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, isPhone(name) ? behindTheCode(driver[name]) : driver[name]]),
  ) as ChangeValues;

/** A field as it is sent. */
const sent = (name: FieldName, values: ChangeValues): string => {
  const text = values[name].trim();
  return isPhone(name) && text !== '' ? wholeNumber(text) : text;
};

/** The fields whose values differ from those that were loaded. */
export const changedNames = (values: ChangeValues, loaded: ChangeValues): FieldName[] =>
  FIELD_NAMES.filter((name) => sent(name, values) !== sent(name, loaded));

/** The changed fields alone, as they are sent. */
export const changedFields = (values: ChangeValues, loaded: ChangeValues): Partial<ChangeableFields> =>
  Object.fromEntries(changedNames(values, loaded).map((name) => [name, sent(name, values)]));

/** The problems of changed fields, in the contract's words. Others may be older than a rule, and stay as they are. */
export const problemsOf = (values: ChangeValues, loaded: ChangeValues): FieldErrors => {
  const changed = changedNames(values, loaded);
  const wrong = changed.flatMap((name): [string, string][] => {
    const result = ChangeableFields.shape[name].safeParse(sent(name, values));
    return result.success ? [] : [[name, result.error.issues[0]?.message ?? 'Not valid.']];
  });
  const judgesNumber = changed.includes('id_number') || changed.includes('identification_type');
  const { identification_type: type, id_number } = values;
  const problem = judgesNumber && id_number !== '' && idNumberProblem(type, id_number, numberMaskOf(type));
  return { ...(problem && { id_number: problem }), ...Object.fromEntries(wrong) };
};
