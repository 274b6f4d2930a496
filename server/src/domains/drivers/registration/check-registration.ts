import {
  expiryOf,
  hasName,
  normalizeCarNumber,
  normalizePhone,
  ONE_NAME,
  type RegistrationFields,
  sameIdNumbers,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { isIdentification, isNationality, isRelationship, storedNumberMask } from '#domains/lookups';
import { officePhone, readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { takenKeys } from '../drivers.repo.ts';
import { documentProblem } from './card-country.ts';

type Field = keyof RegistrationFields;

/** A refusal of fields, with the sentence of the first. */
export const refuse = (code: 'invalid_input' | 'already_registered', issues: readonly [Field, string][]): Refusal =>
  new Refusal(code, issues[0]?.[1] ?? '', {
    issues: issues.map(([field, message]) => ({ path: `body.${field}`, message })),
  });

const TAKEN = {
  car_number: 'This car number is already registered.',
  mobile_number: 'This mobile number is already registered.',
  id_number: 'This ID number is already registered.',
} as const;

const FOR_STAFF = 'If it is the same person’s, add the car on the page of their other car.';

/**
 * The refusal of a registered car or number. It names one field alone and no owner: two fields
 * would reveal that they belong to one driver. For numbers it says how to add another car.
 */
export const alreadyRegistered = async (
  db: Db,
  field: keyof typeof TAKEN,
  { isStaff = false }: { isStaff?: boolean } = {},
): Promise<Refusal> => {
  const more = async (): Promise<string> => {
    if (field === 'car_number') return 'If the car is yours, please contact us.';
    if (isStaff) return FOR_STAFF;
    const phone = officePhone(await readSite(db));
    return `If you have a car with us already, sign in on the page Member sign-in to ask for another, or call ${phone}.`;
  };
  return refuse('already_registered', [[field, `${TAKEN[field]} ${await more()}`]]);
};

const NOT_LISTED = {
  nationality: 'Please choose the nationality from the list.',
  identification_type: 'Please choose the identification type from the list.',
  kin_relationship: 'Please choose the relationship from the list.',
} as const;
type ListedField = keyof typeof NOT_LISTED;
const LISTED_FIELDS = Object.keys(NOT_LISTED) as ListedField[];

/** The refusal of a choice that its list does not have. */
export const notListed = (field: ListedField): Refusal => refuse('invalid_input', [[field, NOT_LISTED[field]]]);

const FIELD_OF_INDEX: Record<string, keyof typeof TAKEN> = {
  drivers_car: 'car_number',
  persons_mobile: 'mobile_number',
  persons_id_number: 'id_number',
};

type Repeatable = 'car_number' | 'mobile_number' | 'id_number';
/** `root_id` is a known person's, whose cars share numbers. Imported records may lack an ID. */
type Unique = Pick<RegistrationFields, 'car_number' | 'mobile_number'> & {
  id_number: string | null;
  root_id?: string;
};

/** The first of these fields that a current driver other than `except` has, or null. */
export const firstRepeat = async (db: Db, fields: Unique, except?: string): Promise<Repeatable | null> => {
  const keys = {
    carKey: normalizeCarNumber(fields.car_number),
    mobileNumber: normalizePhone(fields.mobile_number) ?? '',
    idKeys: sameIdNumbers(fields.id_number ?? ''),
    rootId: fields.root_id ?? null,
  };
  const taken = await takenKeys(db, keys, except);
  return (['car_number', 'mobile_number', 'id_number'] as const).find((field) => taken[field]) ?? null;
};

/** True if the database refused a car, mobile or ID number that a current driver has. */
export const isRepeat = (error: unknown): boolean => (violatedUnique(error) ?? '') in FIELD_OF_INDEX;

/**
 * The field of a unique index that refused a driver whom another one preceded; null for any other
 * error. Looks again, since the first repeat may be another field; if the other driver is gone by
 * then, the index decides.
 */
export const repeatBehind = async (
  db: Db,
  fields: Unique,
  error: unknown,
  except?: string,
): Promise<Repeatable | null> => {
  const field = FIELD_OF_INDEX[violatedUnique(error) ?? ''];
  return field ? ((await firstRepeat(db, fields, except)) ?? field) : null;
};

/**
 * Refuses the first field that a current driver already has: the car, then the mobile number, then
 * the ID number. A plate can be read in the street, so the refusal of a car must reveal nothing
 * about the mobile number beside it.
 */
export const refuseRepeats = async (db: Db, fields: Unique, by: { isStaff: boolean }): Promise<void> => {
  const first = await firstRepeat(db, fields);
  if (first) throw await alreadyRegistered(db, first, by);
};

/** The fields that break a rule of names, lookups, the ID's form or two days, with sentences. */
export const invalidFields = async (db: Db, fields: RegistrationFields): Promise<[Field, string][]> => {
  const wrong: [Field, string][] = [];
  if (![fields.first_name, fields.last_name].some(hasName)) wrong.push(['first_name', ONE_NAME]);
  const type = upper(fields.identification_type);
  const listed = {
    nationality: await isNationality(db, upper(fields.nationality)),
    identification_type: await isIdentification(db, type),
    kin_relationship: await isRelationship(db, upper(fields.kin_relationship)),
  };
  for (const field of LISTED_FIELDS) if (!listed[field]) wrong.push([field, NOT_LISTED[field]]);
  const numberProblem = documentProblem(type, fields.id_number, await storedNumberMask(db, type));
  if (numberProblem) wrong.push(['id_number', numberProblem]);
  if (fields.date_issued < fields.date_of_birth) {
    wrong.push(['date_issued', 'The date issued cannot be before the date of birth.']);
  }
  if (fields.date_issued !== '' && fields.expiry_date !== expiryOf(fields.date_issued)) {
    wrong.push(['expiry_date', 'The expiry date must be ten years after the date issued, minus one day.']);
  }
  return wrong;
};

/**
 * Checks what the contract's schemas cannot: `invalidFields`, and repeats among current drivers.
 * Refuses with all wrong fields, but with one repeat alone (`refuseRepeats`).
 */
export const checkRegistration = async (
  db: Db,
  fields: RegistrationFields,
  by: { isStaff: boolean },
): Promise<void> => {
  const wrong = await invalidFields(db, fields);
  if (wrong.length > 0) throw refuse('invalid_input', wrong);
  await refuseRepeats(db, fields, by);
};
