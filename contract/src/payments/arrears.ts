import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Day, Id, Instant, MoneySum, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter } from '../common/lists/filters.ts';
import { driverList } from '../drivers/driver-list.ts';

/**
 * The age of the oldest month that a driver owes; `fees` for drivers who owe only fees that are
 * paid once.
 */
export const ARREARS_AGES = ['current', 'one', 'two', 'three', 'fees'] as const;
export type ArrearsAge = (typeof ARREARS_AGES)[number];

const LABELS: Readonly<Record<ArrearsAge, string>> = {
  current: 'This month only',
  one: 'Since last month',
  two: 'Two months old',
  three: 'Three months and older',
  fees: 'Other fees only',
};

export const arrearsAgeLabel = (age: ArrearsAge): string => LABELS[age];

/** A driver who owes more than their credit, with all that is owed up to this month. */
export const Arrears = z.object({
  /** The driver's id. */
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  /** By the oldest month that is owed. */
  age: z.enum(ARREARS_AGES),
  /** Months owed, and the oldest of them, `2026-09`; null where only other fees are. */
  months: z.number().int(),
  oldest_month: z.string().nullable(),
  months_amount: MoneySum,
  /** Fees that are paid once. */
  other_amount: MoneySum,
  /** All of it less the credit. */
  total: MoneySum,
  /** Claims of the driver that wait to be cleared; they lower no debt. */
  waiting: MoneySum,
  credit: NetMoney,
});
export type Arrears = z.infer<typeof Arrears>;

const { driver_code, mobile_number, car_number } = driverList.filters;

export const arrearsList = defineList({
  name: 'arrears',
  url: '/arrears',
  access: 'payments.read',
  summary: 'Current drivers who owe something, those of the oldest months first',
  description:
    'The filter’s whole count comes in X-Total-Count, all that its drivers owe, less their credit, in X-Total-Amount, and what of ' +
    'their claims waits in X-Waiting-Amount. Of 5,000 drivers and more these, ' +
    'and the order, may be two minutes old; the rows themselves are of now.',
  tags: ['payments'],
  totals: 'money',
  row: Arrears,
  filters: {
    age: choiceFilter('Age', 'All', ARREARS_AGES, arrearsAgeLabel),
    /** The month of this day or a later one is owed. */
    since: dayFilter('Owes since'),
    driver_code,
    mobile_number,
    car_number,
  },
  sorts: ['oldest_month', '-oldest_month', '-total', 'total'],
  columns: [
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Full Name', 'name'),
    columnOf('car_number', 'Car Number'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    {
      key: 'oldest_month',
      header: 'Oldest Month',
      // Its first day, so that a sheet sorts it as the months follow.
      kind: 'day',
      value: ({ oldest_month }) => oldest_month && `${oldest_month}-01`,
      sort: 'oldest_month',
    },
    columnOf('months', 'Months', 'number'),
    columnOf('months_amount', 'For Months', 'money'),
    columnOf('other_amount', 'Other Fees', 'money'),
    columnOf('waiting', 'Waiting', 'money'),
    columnOf('credit', 'Credit', 'money'),
    { ...columnOf('total', 'Total Due', 'money'), sort: 'total' },
  ],
});
export const listArrears = arrearsList.page;
export const exportArrears = arrearsList.file;

const Sum = z.object({ count: z.number().int(), amount: MoneySum });

/**
 * Fees of months that current drivers were to pay by price and plan, how much of them is paid or
 * waived, and how many drivers still owe any of these months.
 */
const Collected = z.object({
  first: Day,
  expected: MoneySum,
  collected: MoneySum,
  /** Drivers who owe any of these months, more than their credit pays. */
  owing: z.number().int(),
});
export type Collected = z.infer<typeof Collected>;

export const arrearsByAge = endpoint('GET /arrears/ages', 'payments.read', {
  mayLag: 'answer',
  summary: 'How many current drivers owe something and how much, by age, and what was collected of what was due',
  description: 'Of 5,000 drivers and more this may be two minutes old.',
  tags: ['payments'],
  answer: z.object({
    all: Sum,
    ages: z.array(
      z.object({
        age: z.enum(ARREARS_AGES),
        ...Sum.shape,
        /** Drivers whom a reminder would go to now. */
        remindable: z.number().int(),
      }),
    ),
    /** Of this month, and of this year up to it. */
    month: Collected,
    year: Collected,
    /** Of the month to come, as drivers and plans are now; what of it is paid ahead. */
    next: Collected.omit({ owing: true }),
    /** Current drivers whose month is paid; a month ago by the same day, `before`. */
    active: z.object({ count: z.number().int(), before: z.number().int(), before_day: Day }),
  }),
});

/** An imported list of which no driver is reminded yet, nor has the credit from before. */
const HeldDebts = z.object({
  /** That of the import. */
  id: Id,
  file_name: z.string(),
  uploaded_by: z.string(),
  uploaded_at: Instant,
  /** Its drivers who owe something now, and how much in all. */
  drivers: z.number().int(),
  amount: MoneySum,
  /** Its drivers whose credit from before waits for the release too, and how much in all. */
  credited: z.number().int(),
  credit: MoneySum,
  /** The approval of their release that waits. */
  approval_id: Id.nullable(),
});
export type HeldDebts = z.output<typeof HeldDebts>;

export const listHeldDebts = endpoint('GET /held_debts', 'payments.read', {
  summary: 'The imported lists whose drivers are not reminded yet, nor have their credit from before',
  tags: ['payments'],
  answer: z.object({ lists: z.array(HeldDebts) }),
});

export const releaseDebts = endpoint('POST /held_debts/:id/release', 'payments.clear', {
  summary: 'Ask that the drivers of an imported list be reminded as others are, and have their credit',
  description: 'Another person approves it.',
  tags: ['payments'],
  errors: ['not_found', 'conflict'],
});

export const arrearsEndpoints = { listArrears, exportArrears, arrearsByAge, listHeldDebts, releaseDebts } as const;
