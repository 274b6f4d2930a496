import { ChangeableFields, type Driver, idNumberProblem } from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { behindTheCode, wholeNumber } from '~/lib/phone-field.ts';
import { numberMaskOf } from '../registration/use-lookups.ts';

/** The fields of the form, by the names of the contract, with their labels. */
export const LABELS = {
  last_name: 'Last Name',
  first_name: 'First Name',
  middle_name: 'Middle Name',
  gender: 'Gender',
  date_of_birth: 'Date of Birth',
  nationality: 'Nationality',
  marital_status: 'Marital Status',
  identification_type: 'Identification Type',
  id_number: 'ID Number',
  date_issued: 'Date Issued',
  car_number: 'Car Number',
  mobile_number: 'Mobile Number',
  email: 'Email',
  spouse_mobile_number: 'Spouse Mobile Number',
  gps_address: 'GPS Address',
  next_of_kin: 'Next of Kin',
  kin_mobile_number: 'Next of Kin’s Mobile Number',
  kin_relationship: 'Relationship',
  reference_person: 'Reference Person',
  reference_mobile_number: 'Reference Person’s Mobile Number',
} as const satisfies Record<keyof ChangeableFields, string>;

export type FieldName = keyof typeof LABELS;
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
