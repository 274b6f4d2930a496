import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, MoneySum, Month, NetMoney } from '../common/fields.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES } from '../common/lists/define-list.ts';
import { PAYMENT_MODES } from '../payments/status.ts';
import { AccountCode } from './chart.ts';
import { BookDays } from './statements.ts';

const endpoint = endpointsOf('books');

/** A figure beside that of the same days of the year before. */
const Compared = z.object({ amount: NetMoney, before: NetMoney, change: z.string().nullable() });

/** Beside the fees that were due then; null for an account that no fee is due to. */
const WithDue = Compared.extend({ due: MoneySum.nullable() });

export const RevenueOfKind = WithDue.extend({
  code: AccountCode,
  name: z.string(),
  is_heading: z.boolean(),
  depth: z.number().int(),
});

/** The days of the month that are in the range. */
export const RevenueOfMonth = WithDue.extend({
  month: Month,
  from: Day,
  to: Day,
  /** Those of the year before. */
  before_days: z.object({ from: Day, to: Day }),
});

export const RevenueOfMode = Compared.extend({ mode: z.enum(PAYMENT_MODES) });

/**
 * Revenue by the books, by account of income and by month: closings of years are none. Money by
 * mode is that of payments: some of it becomes credit of drivers and revenue later.
 */
export const Revenue = z.object({
  from: Day,
  to: Day,
  before: z.object({ from: Day, to: Day }),
  all: WithDue,
  kinds: z.array(RevenueOfKind),
  months: z.array(RevenueOfMonth),
  received: Compared,
  modes: z.array(RevenueOfMode),
});
export type Revenue = z.infer<typeof Revenue>;

const DUE =
  'What was due: fees of current drivers, once paid or not, at the price of their plan and year; a monthly fee counts on ' +
  'the first of its month, a fee that is paid once in the month of the registration.';

export const showRevenue = endpoint('GET /revenue', 'books.read', {
  mayLag: 'answer',
  summary: 'Revenue of a range of days by kind, month and mode, against last year and what was due',
  description: DUE,
  errors: ['refused'],
  query: BookDays,
  answer: Revenue,
});

export const saveRevenue = endpoint('GET /revenue/file', 'books.read', {
  summary: 'The figures of revenue as CSV or XLSX',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['refused'],
  query: BookDays.safeExtend({ format: z.enum(EXPORT_FORMATS) }),
  file: Object.values(EXPORT_MEDIA_TYPES),
});

/** Equal fees that were due in a month: so many drivers at the same price. */
export const FeesDue = z.object({
  month: Month,
  type_code: z.string(),
  description: z.string(),
  drivers: z.number().int(),
  price: MoneySum,
  amount: MoneySum,
});
export type FeesDue = z.infer<typeof FeesDue>;

export const listFeesDue = endpoint('GET /revenue/due', 'books.read', {
  summary: 'The fees that were due in a range of days, equal ones in a row',
  description: DUE,
  errors: ['refused'],
  query: BookDays.safeExtend({ type: z.string().trim().min(1).max(10).optional() }),
  answer: z.array(FeesDue),
});

type Days = { from: string; to: string };
const daysOf = ({ from, to }: Days): string => `from=${from}&to=${to}`;

/** The office's page of the rows that each figure of revenue is the sum of. */
export const REVENUE_LINKS = {
  kind: (code: string, days: Days): string => `/ledger_accounts/${code}?${daysOf(days)}`,
  /** The kinds of the days, each with its rows. */
  days: (days: Days): string => `/revenue?${daysOf(days)}`,
  mode: (mode: string, days: Days): string => `/regFees_by_period?kind=all&mode=${mode}&${daysOf(days)}`,
  received: (days: Days): string => `/regFees_by_period?kind=all&${daysOf(days)}`,
  due: (days: Days): string => `/revenue_due?${daysOf(days)}`,
  dueOf: (code: string, days: Days): string => `/revenue_due?type=${code.replace('4000-', '')}&${daysOf(days)}`,
} as const;

/** The most months whose revenue is shown at once. */
export const MAX_REVENUE_MONTHS = 36;
