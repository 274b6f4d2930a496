import {
  type DayOrder,
  DRIVER_LINE_LABELS,
  type DriverLineField,
  type DriverMapping,
  expiryOf,
  formatMonth,
  GENDERS,
  hasName,
  isUsualCarNumber,
  MARITAL_STATUSES,
  missingInWords,
  namesInPlace,
  openingInWords,
  PLANS,
  type PlanSlug,
  phoneAnywhere,
  RegistrationFields,
  today,
  writtenIdNumber,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { identificationTypes, nationalityNames, relationshipNames } from '#domains/lookups';
import {
  type Choices,
  choicesOf,
  firstPhone,
  hasSeveralPhones,
  isFormula,
  knownText,
  readChoice,
  WITHOUT_VALUE,
} from '#lib/table-file/read-cell.ts';
import { readDay } from '#lib/table-file/read-day.ts';
import { upper } from '#lib/values.ts';
import type { NewDriver, NewPerson } from '../drivers.repo.ts';
import { cardRemark, documentProblem } from '../registration/card-country.ts';
import { type ReadOpening, readOpening } from './read-opening.ts';

/** The cell of a line for a field; empty where the list has no such column or nothing is known. */
export const cellOf = (cells: readonly string[], mapping: DriverMapping, field: DriverLineField): string =>
  knownText(cells, mapping[field]);

const GENDER_CHOICES = choicesOf(GENDERS, { M: 'Male', F: 'Female' });
const MARITAL_CHOICES = choicesOf(MARITAL_STATUSES);
const PLAN_CHOICES = choicesOf(
  PLANS.map(({ slug }) => slug),
  Object.fromEntries(PLANS.map(({ name, slug }) => [name, slug])),
);

/** Reads the lists of choices, and the forms of ID numbers by the types that have one. */
export const readDriverLists = async (db: Db) => {
  const types = await identificationTypes(db);
  const masks = types.flatMap(({ identification, number_mask }) =>
    number_mask === null ? [] : [[identification, number_mask] as const],
  );
  return {
    nationality: choicesOf(await nationalityNames(db), { GHANA: 'GHANAIAN', GH: 'GHANAIAN' }),
    identification_type: choicesOf(
      types.map(({ identification }) => identification),
      { 'NATIONAL ID': 'GHANA CARD', 'ECOWAS CARD': 'GHANA CARD' },
    ),
    kin_relationship: choicesOf(await relationshipNames(db)),
    number_masks: new Map(masks),
  };
};

type Checked = Exclude<DriverLineField & keyof RegistrationFields, 'plan'>;
type PhoneField = Extract<Checked, `${string}mobile_number`>;

/** Days before this one are slips of the pen. */
const FIRST_DAY = '1900-01-01';

/** Reads the cells of a line by the rules of registration, and gathers problems as sentences. */
const lineReader = (cells: readonly string[], mapping: DriverMapping, now: Date) => {
  const problems = new Set<string>();
  const said = new Set<DriverLineField>();
  let otherOrder: DayOrder | undefined;

  const say = (field: DriverLineField, problem: string): null => {
    said.add(field);
    problems.add(`${DRIVER_LINE_LABELS[field]}: ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`);
    return null;
  };

  /** The cell of a field; empty without one, and where it cannot be read. */
  const cell = (field: DriverLineField): string => {
    const text = cellOf(cells, mapping, field);
    if (!isFormula(text)) return text;
    say(field, WITHOUT_VALUE);
    return '';
  };

  /** Checks a text by the rule of a field; null where it is empty, or where a problem was said. */
  const taken = (field: DriverLineField, rule: Checked, text: string): string | null => {
    if (text === '') return null;
    const parsed = RegistrationFields.shape[rule].safeParse(text);
    return parsed.success ? (parsed.data ?? null) : say(field, parsed.error.issues[0]?.message ?? 'It cannot be read.');
  };
  const inUppercase = (text: string | null): string | null => text && upper(text);

  return {
    cell,
    say,
    /** Says of a field that it is missing, unless its problem or that of the full name was said. */
    need: (field: DriverLineField, text: string): void => {
      if (text === '' && !said.has(field) && !said.has('full_name')) say(field, 'It is missing.');
    },
    problems: (): string => [...problems].join(' '),
    /** Notes the order that a day of the line fits alone. */
    fits: (order: DayOrder | undefined): void => {
      otherOrder ??= order;
    },
    /** The other order of days, if one of the line's days fits that alone. */
    otherOrder: () => otherOrder,
    text: (field: Checked): string | null => inUppercase(taken(field, field, cell(field))),
    /** A part of a name, which may have come from the column of the full name. */
    name: (field: 'first_name' | 'middle_name' | 'last_name', text: string): string | null =>
      inUppercase(taken(field, field === 'last_name' ? field : 'first_name', text)),
    email: (): string | null => taken('email', 'email', cell('email'))?.toLowerCase() ?? null,
    /** The first number in E.164, also of one without the zero that spreadsheets drop. */
    phone: (field: PhoneField): string | null => {
      return phoneAnywhere(taken(field, field, firstPhone(cell(field))) ?? '');
    },
    /** An ID number as it is stored, by its type and the form of the type's numbers. */
    idNumber: (type: string | null, masks: ReadonlyMap<string, string>): string | null => {
      const read = taken('id_number', 'id_number', cell('id_number'));
      const problem = read && documentProblem(type ?? '', read, masks.get(type ?? '') ?? null);
      return problem ? say('id_number', problem) : read && upper(writtenIdNumber(type ?? '', read));
    },
    day: (field: 'date_of_birth' | 'date_issued' | 'registered_on'): string | null => {
      const text = cell(field);
      if (text === '') return null;
      const read = readDay(text, { order: mapping.day_order, now, first: FIRST_DAY });
      if (read.day === null) {
        otherOrder ??= read.order;
        return say(field, read.problem);
      }
      return field === 'registered_on' ? read.day : taken(field, field, read.day);
    },
    /** A choice by any of its spellings; where the line says nothing, that of the mapping. */
    choice: <Value extends string>(field: DriverLineField, choices: Choices<Value>): Value | null => {
      const text = cell(field) || (mapping[`default_${field}` as 'default_plan'] ?? '');
      if (text === '') return null;
      const read = readChoice(text, choices);
      if (read === null) say(field, `“${text.slice(0, 30)}” is not in the list of choices.`);
      return read;
    },
  };
};

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** A full name in its parts; a comma stands behind the last name, whatever the order. */
const partsOf = (name: string, order: DriverMapping['name_order']) => {
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

/** The name of a line, from cells of its parts or of the full name; missing parts are empty. */
export const nameOfLine = (cell: (field: DriverLineField) => string, order: DriverMapping['name_order']) => {
  const parts = partsOf(cell('full_name'), order);
  return {
    first_name: cell('first_name') || parts.first_name,
    middle_name: cell('middle_name') || parts.middle_name,
    last_name: cell('last_name') || parts.last_name,
  };
};

/** A driver of a line, without the issued codes. `registered_on` is null if the list has none. */
export type ReadDriver = Required<Omit<NewPerson, 'photo' | 'id_number' | 'erased_at'>> &
  Pick<NewDriver, 'car_number' | 'gps_address'> & {
    id_number: string | null;
    plan: PlanSlug | null;
    registered_on: string | null;
    opening: ReadOpening | null;
  };

export type Reading = { mapping: DriverMapping; lists: Awaited<ReturnType<typeof readDriverLists>>; now: Date };

const remarkOnFees = ({ registered_on, opening }: ReadDriver, now: Date): string | null => {
  if (opening) return openingInWords(opening);
  const month = registered_on?.slice(0, 7);
  return month && month < today(now).slice(0, 7) ? `Fees are due from ${formatMonth(month)} on.` : null;
};

const remarksOn = (driver: ReadDriver, mobile: string, now: Date): string => {
  const missing = missingInWords(driver);
  const remarks = [
    missing && `No ${missing}.`,
    !isUsualCarNumber(driver.car_number) && 'The car number has an unusual form.',
    driver.last_name === '' && 'It has one name.',
    cardRemark(driver),
    hasSeveralPhones(mobile) && 'Of several mobile numbers the first is taken.',
    remarkOnFees(driver, now),
  ];
  return remarks.filter((remark) => remark).join(' ');
};

/**
 * Reads a line by the registration's rules. All but name, car and mobile number may be missing, but
 * not wrong. Without a driver, `reason` says why; with one, what is to be known.
 */
export const readDriverLine = (cells: readonly string[], { mapping, lists, now }: Reading) => {
  const line = lineReader(cells, mapping, now);
  const { cell, say } = line;
  const name = nameOfLine(cell, mapping.name_order);
  if (![name.first_name, name.last_name].some(hasName)) line.need('first_name', '');
  for (const field of ['car_number', 'mobile_number'] as const) line.need(field, cell(field));
  const identification_type = line.choice('identification_type', lists.identification_type);
  const [date_of_birth, date_issued] = [line.day('date_of_birth'), line.day('date_issued')];
  if (date_of_birth && date_issued && date_issued < date_of_birth) {
    say('date_issued', 'It cannot be before the date of birth.');
  }
  const registered_on = line.day('registered_on');
  const opening = readOpening(cell('paid_until'), cell('opening_balance'), {
    order: mapping.day_order,
    registered_on,
    now,
  });
  for (const { field, problem, order } of opening.problems) {
    say(field, problem);
    line.fits(order);
  }
  const driver: ReadDriver = {
    ...namesInPlace({
      first_name: line.name('first_name', name.first_name) ?? '',
      last_name: line.name('last_name', name.last_name) ?? '',
    }),
    middle_name: line.name('middle_name', name.middle_name) ?? '',
    car_number: line.text('car_number') ?? '',
    mobile_number: line.phone('mobile_number') ?? '',
    gender: line.choice('gender', GENDER_CHOICES),
    date_of_birth,
    nationality: line.choice('nationality', lists.nationality),
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
    plan: line.choice('plan', PLAN_CHOICES),
    registered_on: registered_on && registered_on > today(now) ? today(now) : registered_on,
    opening: opening.read,
  };
  const problems = line.problems();
  return problems === ''
    ? { driver, reason: remarksOn(driver, cell('mobile_number'), now) }
    : { driver: null, reason: problems, otherOrder: line.otherOrder() };
};
