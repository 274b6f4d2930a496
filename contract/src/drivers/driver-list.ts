import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Day, Money, MoneySum } from '../common/fields.ts';
import { columnOf, defineList, type Filters, type ListColumn, shapeOf } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, type Filter, textFilter } from '../common/lists/filters.ts';
import { fullName } from '../common/names.ts';
import { PLAN_SLUGS, planOf } from '../prices/plans.ts';
import { Driver, DriverSummary, MAX_SEARCH_MATCHES } from './schemas.ts';

/** The fields of a person that only files of the list have; empty where they are not known. */
const DriverOnFile = Driver.pick({
  gender: true,
  date_of_birth: true,
  nationality: true,
  marital_status: true,
  identification_type: true,
  id_number: true,
  date_issued: true,
  expiry_date: true,
  spouse_mobile_number: true,
  next_of_kin: true,
  kin_relationship: true,
  kin_mobile_number: true,
  reference_person: true,
  reference_mobile_number: true,
  removal_reason: true,
});
type DriverOnFile = z.infer<typeof DriverOnFile>;

/** A current driver's debt, cover and last payment. */
const ListedMoney = z.object({
  owed: MoneySum,
  /** The last day of the month before the first one that is not paid; null where none is paid. */
  covered_until: Day.nullable(),
  last_payment: z.object({ paid_on: Day, amount: Money }).nullable(),
});
export type ListedMoney = z.infer<typeof ListedMoney>;

/** A driver in the list of all drivers. */
export const ListedDriver = z.object({
  ...DriverSummary.shape,
  email: z.string(),
  gps_address: z.string(),
  /** The plan of this month; null where none is agreed. */
  plan: z.enum(PLAN_SLUGS).nullable(),
  /** True until the fee that others require first is paid. */
  is_fee_due: z.boolean(),
  is_merged: z.boolean(),
  /** Null for a removed driver, and for callers who may not see payments. */
  money: ListedMoney.nullable(),
  /** Null in pages: a look at a person's data is recorded, and so is a file. */
  on_file: DriverOnFile.nullable(),
});
export type ListedDriver = z.infer<typeof ListedDriver>;

/** How a driver stands, in a word. */
export const DRIVER_STATES = {
  merged: 'Merged',
  removed: 'Removed',
  unpaid: 'Fee unpaid',
  owes: 'Owes',
  covered: 'Covered',
  current: 'Current',
} as const;
export type DriverState = keyof typeof DRIVER_STATES;

type Standing = Pick<ListedDriver, 'removed_at' | 'is_merged' | 'is_fee_due'> & {
  money: Pick<ListedMoney, 'owed' | 'covered_until'> | null;
};

export const driverState = ({ removed_at, is_merged, is_fee_due, money }: Standing): DriverState => {
  if (removed_at !== null) return is_merged ? 'merged' : 'removed';
  if (is_fee_due) return 'unpaid';
  if (money && money.owed !== '0.00') return 'owes';
  return money?.covered_until ? 'covered' : 'current';
};

/**
 * Phones paste numbers with unseen marks around them, and only letters and digits are searched by.
 */
const searched = (label: string, maxLength: number) => textFilter(label, maxLength, { anyCharacters: true });

const removed = {
  kind: 'choice',
  label: 'Records',
  choices: [
    { value: '', label: 'Current' },
    { value: 'true', label: 'Removed' },
    { value: 'merged', label: 'Merged' },
  ],
  schema: z.enum(['true', 'merged']).optional(),
  isAmong: true,
} as const satisfies Filter;

const FEES = { paid: 'Paid', unpaid: 'Not paid yet' } as const;
const COVERED = { yes: 'Until today', no: 'Not until today' } as const;
const OWES = { yes: 'Owes something', no: 'Owes nothing' } as const;

const isAsked = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** True for a search by numbers and for removed drivers, which have an order of their own. */
const hasOwnOrder = (query: Record<string, unknown>): boolean =>
  ['driver_code', 'mobile_number', 'car_number', 'removed'].some((name) => isAsked(query[name]));

/** The filters that ask how a current driver stands. */
const OF_CURRENT = ['plan', 'fee', 'covered', 'owes'] as const;

const moneyColumn = <const Key extends string>(
  key: Key,
  header: string,
  kind: ListColumn<ListedDriver>['kind'],
  value: (money: ListedMoney) => string | null | undefined,
) => ({ key, header, kind, value: ({ money }: ListedDriver) => (money && value(money)) ?? null });

const fileColumn = (
  key: keyof DriverOnFile,
  header: string,
  kind: ListColumn<ListedDriver>['kind'] = 'text',
): ListColumn<ListedDriver> => ({ key, header, kind, value: ({ on_file }) => on_file?.[key] || null });

const filters = {
  /** One box for code, car, mobile and ID number, and names in either order. */
  q: { ...searched('Search', 80), isPersonal: true, isSearch: true },
  driver_code: searched('Driver Code', 20),
  mobile_number: { ...searched('Mobile Number', 24), isPersonal: true },
  car_number: searched('Car Number', 20),
  /** The plan that was agreed last. */
  plan: choiceFilter('Plan', 'Any plan', PLAN_SLUGS, (slug) => planOf(slug)?.name ?? slug),
  /** Whether all months up to this one are paid. */
  covered: choiceFilter('Covered', 'Any', ['yes', 'no'], (covered) => COVERED[covered]),
  owes: choiceFilter('Owes', 'Any', ['yes', 'no'], (owes) => OWES[owes]),
  /** Whether the fee that others require first is cleared. */
  fee: choiceFilter('Registration fee', 'Paid or not', ['paid', 'unpaid'], (fee) => FEES[fee]),
  /** Days of registering; of removed drivers, days of their removal. */
  from: dayFilter('Registered from'),
  to: dayFilter('Registered to'),
  /** Given, only removed drivers are listed; else only current ones. */
  removed,
  /** Those of imported lists that staff have still to complete. */
  records: choiceFilter('Details', 'All', ['incomplete'], () => 'Incomplete'),
} as const satisfies Filters;

const rule = {
  holds: (query: Record<string, unknown>) =>
    !isAsked(query.removed) || !OF_CURRENT.some((name) => isAsked(query[name])),
  message: 'Plan, registration fee, cover and debts are those of current drivers.',
  path: 'removed',
};

export const driverList = defineList({
  name: 'drivers',
  url: '/drivers',
  access: 'drivers.read',
  summary: 'Current or removed drivers, the newest first; or those that a search finds',
  description:
    `A search by code, mobile or car number comes in the order of what was searched by, removed drivers in that of their removal. Either counts and shows at most the first ${MAX_SEARCH_MATCHES}, and X-Total-Cut is true where there are more; so does a list with any other filter. All current drivers are counted. ` +
    'Of 5,000 drivers and more, whom the filters of debts and cover choose may be two minutes old; the rows themselves are of now.',
  tags: ['drivers'],
  row: ListedDriver,
  filters,
  rule,
  sorts: ['-registered_at', 'registered_at', 'fullname', '-fullname', 'car_number', '-car_number'],
  hasOwnOrder,
  columns: [
    { key: 'fullname', header: 'Driver', kind: 'text', value: fullName, sort: 'fullname' },
    columnOf('car_number', 'Car', 'text', { sort: 'car_number' }),
    columnOf('mobile_number', 'Mobile', 'phone'),
    { key: 'plan', header: 'Plan', kind: 'text', value: ({ plan }) => (plan && planOf(plan)?.name) ?? null },
    moneyColumn('covered_until', 'Covered Until', 'day', ({ covered_until }) => covered_until),
    moneyColumn('owed', 'Owes', 'money', ({ owed }) => owed),
    moneyColumn('last_payment', 'Last Payment', 'day', ({ last_payment }) => last_payment?.paid_on),
    { key: 'state', header: 'State', kind: 'text', value: (driver) => DRIVER_STATES[driverState(driver)] },
    columnOf('driver_code', 'Driver Code'),
    columnOf('email', 'E-mail'),
    columnOf('gps_address', 'GPS Address'),
    columnOf('registered_at', 'Registered', 'instant', { sort: 'registered_at' }),
    columnOf('removed_at', 'Removed', 'instant'),
  ],
  fileColumns: [
    {
      key: 'last_amount',
      header: 'Last Amount',
      kind: 'money',
      value: ({ money }) => money?.last_payment?.amount ?? null,
    },
    fileColumn('gender', 'Gender'),
    fileColumn('date_of_birth', 'Date of Birth', 'day'),
    fileColumn('nationality', 'Nationality'),
    fileColumn('marital_status', 'Marital Status'),
    fileColumn('identification_type', 'ID Type'),
    fileColumn('id_number', 'ID Number'),
    fileColumn('date_issued', 'Date Issued', 'day'),
    fileColumn('expiry_date', 'Expiry Date', 'day'),
    fileColumn('spouse_mobile_number', 'Spouse Mobile', 'phone'),
    fileColumn('next_of_kin', 'Next of Kin'),
    fileColumn('kin_relationship', 'Relationship'),
    fileColumn('kin_mobile_number', 'Mobile of Kin', 'phone'),
    fileColumn('reference_person', 'Reference Person'),
    fileColumn('reference_mobile_number', 'Mobile of Reference', 'phone'),
    fileColumn('removal_reason', 'Reason for Removal'),
  ],
  reach: MAX_SEARCH_MATCHES,
  hasRollUp: true,
});
/** The debts of all drivers of the list's filters. */
export const sumOfDrivers = endpoint('GET /drivers/sum', 'drivers.read', {
  summary: 'What the drivers of a filter owe in all',
  description:
    'Refused with 403 to callers who may not see payments. Of 5,000 drivers and more, the sum may be two minutes old.',
  tags: ['drivers'],
  query: z.strictObject(shapeOf(filters)).refine(rule.holds, { message: rule.message, path: [rule.path] }),
  answer: z.object({
    /** How many of them owe something. */
    debtors: z.int(),
    owed: MoneySum,
  }),
});
export const listDrivers = driverList.page;
export const exportDrivers = driverList.file;
