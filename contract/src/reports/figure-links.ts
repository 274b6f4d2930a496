import { FEE_KINDS, FEES } from '../payments/sums.ts';
import type { ReceivedPeriod } from './endpoints.ts';

type Days = { first: string; last: string };

const daysOf = ({ first, last }: Days): string => `from=${first}&to=${last}`;

/** The page and filter whose rows a figure counts (docs/product/reports.md, rule 5). */
export const FIGURE_LINKS = {
  received: (days: Days) => `/regFees_by_period?kind=all&${daysOf(days)}`,
  /** Null of types that have no sums of their own. */
  receivedOfType: (type: string, days: Days): string | null => {
    const kind = FEE_KINDS.find((one) => FEES[one].type === type);
    return kind ? `/regFees_by_period?kind=${kind}&${daysOf(days)}` : null;
  },
  receivedByMode: (days: Days) => `/regFees_by_mode?kind=all&${daysOf(days)}`,
  receivedByMonth: (month: string) => `/regFees_by_month?kind=all&year=${month.slice(0, 4)}`,
  claims: '/payment_transactions?status=submitted',
  cases: '/payment_clearance',
  casesOf: (reason: string) => `/payment_clearance?reason=${reason}`,
  overdue: '/arrears',
  overdueOf: (age: string) => `/arrears?age=${age}`,
  owingSince: (first: string) => `/arrears?since=${first}`,
  cash: (day: string) => `/cash_by_day?day=${day}`,
  cashOf: (clerk: string, day: string) => `/cash_by_day?day=${day}&clerk=${encodeURIComponent(clerk)}&kind=cash`,
  newDrivers: ({ first, last }: Pick<ReceivedPeriod, 'first' | 'last'>) => `/global_drivers?${daysOf({ first, last })}`,
  unpaidDrivers: '/global_drivers?fee=unpaid',
  drivers: '/global_drivers',
  registrations: '/admin_registration',
  carRequests: '/admin_registration?part=cars',
  approvals: '/approvals?status=asked',
  messages: '/contact_messages?state=new',
  failedJobs: '/failed_jobs',
  lateApplications: '/pending_approvals?late=late',
  heardCases: '/pending_cases?hearing=week',
  reminders: (age: string) => `/reminders?age=${age}`,
} as const;
