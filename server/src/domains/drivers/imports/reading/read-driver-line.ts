import {
  type DayOrder,
  type DriverMapping,
  expiryOf,
  formatMonth,
  isUsualCarNumber,
  missingInWords,
  type PlanSlug,
  today,
} from '@banbo/contract';
import type { NewDriver, NewPerson } from '../../drivers.repo.ts';
import type { DriverLists } from './driver-lists.ts';
import { hasSeveralNumbers, lineReader } from './line-reader.ts';
import { nameOfLine } from './name-of-line.ts';
import { GENDER_CHOICES, MARITAL_CHOICES, PLAN_CHOICES } from './read-choice.ts';

/** A driver of a line: the person and the car, without what an import issues. `registered_on` is null where the list says nothing. */
export type LineDriver = Omit<NewPerson, 'photo' | 'id_number'> &
  Pick<NewDriver, 'car_number' | 'gps_address'> & {
    id_number: string | null;
    plan: PlanSlug | null;
    registered_on: string | null;
  };

export type ReadDriverLine = {
  /** Null where something is wrong. */
  driver: LineDriver | null;
  /** Why it is refused, or what is to be known of the driver; may be empty. */
  reason: string;
  /** The other order of days, where one of the line's days fits that alone. */
  otherOrder?: DayOrder;
};

export type Reading = { mapping: DriverMapping; lists: DriverLists; now: Date };

const remarksOn = (driver: LineDriver, mobile: string, now: Date): string => {
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
  const driver: LineDriver = {
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
