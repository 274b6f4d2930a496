import {
  type DayOrder,
  type DriverLineField,
  type DriverMapping,
  expiryOf,
  formatMonth,
  GENDERS,
  isUsualCarNumber,
  MARITAL_STATUSES,
  missingInWords,
  PLANS,
  type PlanSlug,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { identificationTypes, nationalityNames, relationshipNames } from '#domains/lookups';
import type { NewDriver, NewPerson } from '../../drivers.repo.ts';
import { type Choices, choicesOf, hasSeveralNumbers, lineReader } from './line-reader.ts';

const GENDER_CHOICES = choicesOf(GENDERS, [
  ['M', 'Male'],
  ['F', 'Female'],
]);
const MARITAL_CHOICES = choicesOf(MARITAL_STATUSES);
const PLAN_CHOICES = choicesOf(
  PLANS.map(({ slug }) => slug),
  PLANS.map(({ name, slug }) => [name, slug] as const),
);

/** The lists of choices that lines of drivers name. */
type DriverLists = Readonly<Record<'nationality' | 'identification_type' | 'kin_relationship', Choices>> & {
  /** The forms of ID numbers by their types; a type whose numbers are free text has none. */
  readonly number_masks: ReadonlyMap<string, string>;
};

/** Reads the lists of choices as they are now. */
export const readDriverLists = async (db: Db): Promise<DriverLists> => {
  const types = await identificationTypes(db);
  return {
    nationality: choicesOf(await nationalityNames(db), [
      ['GHANA', 'GHANAIAN'],
      ['GH', 'GHANAIAN'],
    ]),
    identification_type: choicesOf(
      types.map(({ identification }) => identification),
      [
        ['NATIONAL ID', 'GHANA CARD'],
        ['ECOWAS CARD', 'GHANA CARD'],
      ],
    ),
    kin_relationship: choicesOf(await relationshipNames(db)),
    number_masks: new Map(
      types.flatMap(({ identification, number_mask }) => (number_mask === null ? [] : [[identification, number_mask]])),
    ),
  };
};

type LineName = { first_name: string; middle_name: string; last_name: string };

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** A full name in its parts; a comma stands behind the last name, whatever the order. */
const partsOf = (name: string, order: DriverMapping['name_order']): LineName => {
  const [last = '', given] = name.split(',');
  if (given !== undefined) {
    const [first = '', ...middle] = wordsOf(given);
    return { last_name: last.trim(), first_name: first, middle_name: middle.join(' ') };
  }
  const [begin = '', ...others] = wordsOf(name);
  return order === 'last'
    ? { last_name: begin, first_name: others[0] ?? '', middle_name: others.slice(1).join(' ') }
    : { first_name: begin, middle_name: others.slice(0, -1).join(' '), last_name: others.at(-1) ?? '' };
};

/** The name of a line, from cells of its own or from that of the full name; parts that are not there are empty. */
export const nameOfLine = (cell: (field: DriverLineField) => string, order: DriverMapping['name_order']): LineName => {
  const parts = partsOf(cell('full_name'), order);
  return {
    first_name: cell('first_name') || parts.first_name,
    middle_name: cell('middle_name') || parts.middle_name,
    last_name: cell('last_name') || parts.last_name,
  };
};

/** A driver of a line: the person and the car, without what an import issues. `registered_on` is null where the list says nothing. */
export type ReadDriver = Omit<NewPerson, 'photo' | 'id_number'> &
  Pick<NewDriver, 'car_number' | 'gps_address'> & {
    id_number: string | null;
    plan: PlanSlug | null;
    registered_on: string | null;
  };

export type ReadDriverLine = {
  /** Null where something is wrong. */
  driver: ReadDriver | null;
  /** Why it is refused, or what is to be known of the driver; may be empty. */
  reason: string;
  /** The other order of days, where one of the line's days fits that alone. */
  otherOrder?: DayOrder;
};

export type Reading = { mapping: DriverMapping; lists: DriverLists; now: Date };

const remarksOn = (driver: ReadDriver, mobile: string, now: Date): string => {
  const missing = missingInWords(driver);
  const month = driver.registered_on?.slice(0, 7);
  const remarks = [
    missing && `It lacks ${missing}.`,
    !isUsualCarNumber(driver.car_number) && 'The car number has an unusual form.',
    hasSeveralNumbers(mobile) && 'Of several mobile numbers the first is taken.',
    month && month < today(now).slice(0, 7) && `Fees are due from ${formatMonth(month)} on.`,
  ];
  return remarks.filter((remark) => remark).join(' ');
};

/**
 * Reads a line of a list of drivers, by the registration's own rules for whatever it gives. Name, car and mobile number must be
 * there; all else may be missing, but not wrong.
 */
export const readDriverLine = (cells: readonly string[], { mapping, lists, now }: Reading): ReadDriverLine => {
  const line = lineReader(cells, mapping, now);
  const { cell, say } = line;
  const name = nameOfLine(cell, mapping.name_order);
  for (const field of ['first_name', 'last_name'] as const) line.need(field, name[field]);
  for (const field of ['car_number', 'mobile_number'] as const) line.need(field, cell(field));
  const identification_type = line.choice(
    'identification_type',
    lists.identification_type,
    mapping.default_identification_type,
  );
  const [date_of_birth, date_issued] = [line.day('date_of_birth'), line.day('date_issued')];
  if (date_of_birth && date_issued && date_issued < date_of_birth) {
    say('date_issued', 'It cannot be before the date of birth.');
  }
  const registered_on = line.day('registered_on');
  const driver: ReadDriver = {
    first_name: line.name('first_name', name.first_name) ?? '',
    middle_name: line.name('middle_name', name.middle_name) ?? '',
    last_name: line.name('last_name', name.last_name) ?? '',
    car_number: line.text('car_number') ?? '',
    mobile_number: line.phone('mobile_number') ?? '',
    gender: line.choice('gender', GENDER_CHOICES),
    date_of_birth,
    nationality: line.choice('nationality', lists.nationality, mapping.default_nationality),
    identification_type,
    id_number: line.idNumber(identification_type, lists.number_masks),
    date_issued,
    expiry_date: date_issued && expiryOf(date_issued),
    marital_status: line.choice('marital_status', MARITAL_CHOICES),
    email: line.email(),
    spouse_mobile_number: line.phone('spouse_mobile_number'),
    gps_address: line.text('gps_address') ?? '',
    next_of_kin: line.text('next_of_kin'),
    kin_mobile_number: line.phone('kin_mobile_number'),
    kin_relationship: line.choice('kin_relationship', lists.kin_relationship),
    reference_person: line.text('reference_person') ?? '',
    reference_mobile_number: line.phone('reference_mobile_number'),
    plan: line.choice('plan', PLAN_CHOICES, mapping.default_plan),
    registered_on: registered_on && registered_on > today(now) ? today(now) : registered_on,
  };
  const problems = line.problems();
  if (problems === '') return { driver, reason: remarksOn(driver, cell('mobile_number'), now) };
  const otherOrder = line.otherOrder();
  return { driver: null, reason: problems, ...(otherOrder && { otherOrder }) };
};
