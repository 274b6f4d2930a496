import { z } from 'zod';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, type Filter, textFilter } from '../common/lists/filters.ts';
import { PLAN_SLUGS, planOf } from '../prices/plans.ts';
import { fullName } from './completeness.ts';
import { DriverSummary, MAX_SEARCH_MATCHES } from './schemas.ts';

/**
 * Phones paste numbers with unseen marks around them, and only letters and digits are searched by.
 */
const searched = (label: string, maxLength: number) => textFilter(label, maxLength, { anyCharacters: true });

const removed = {
  kind: 'choice',
  label: 'Drivers',
  choices: [
    { value: '', label: 'Current' },
    { value: 'true', label: 'Removed' },
  ],
  schema: z.literal('true').optional(),
  isAmong: true,
} as const satisfies Filter;

const FEES = { paid: 'Paid', unpaid: 'Not paid yet' } as const;

const isAsked = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** True when a query searches drivers or lists removed ones, which have an order of their own. */
const hasOwnOrder = (query: Record<string, unknown>): boolean =>
  ['driver_code', 'mobile_number', 'car_number', 'removed'].some((name) => isAsked(query[name]));

export const driverList = defineList({
  name: 'drivers',
  url: '/drivers',
  access: 'drivers.read',
  summary: 'Current or removed drivers, the newest first; or those whose code, mobile or car number begins as given',
  description: `A search comes in the order of what was searched by, removed drivers in that of their removal. Either counts and shows at most the first ${MAX_SEARCH_MATCHES}, and X-Total-Cut is true where there are more; so does a list of a plan, a fee or days. All current drivers are counted.`,
  tags: ['drivers'],
  row: DriverSummary,
  filters: {
    driver_code: searched('Driver Code', 20),
    mobile_number: { ...searched('Mobile Number', 24), isPersonal: true },
    car_number: searched('Car Number', 20),
    /** Given, only removed drivers are listed; else only current ones. */
    removed,
    /** Those of imported lists that staff have still to complete. */
    records: choiceFilter('Records', 'All', ['incomplete'], () => 'Incomplete'),
    /** The plan that was agreed last. */
    plan: choiceFilter('Plan', 'Any plan', PLAN_SLUGS, (slug) => planOf(slug)?.name ?? slug),
    /** Whether the fee that others require first is cleared. */
    fee: choiceFilter('Registration fee', 'Paid or not', ['paid', 'unpaid'], (fee) => FEES[fee]),
    /** Days of registering; of removed drivers, days of their removal. */
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  rule: {
    holds: ({ removed, plan, fee }) => !isAsked(removed) || (!isAsked(plan) && !isAsked(fee)),
    message: 'Plan and registration fee are those of current drivers.',
    path: 'removed',
  },
  sorts: ['-registered_at', 'registered_at'],
  hasOwnOrder,
  columns: [
    { key: 'fullname', header: 'Full Name', kind: 'text', value: fullName },
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('registered_at', 'Registered', 'instant', { sort: 'registered_at' }),
    columnOf('removed_at', 'Removed', 'instant'),
  ],
  reach: MAX_SEARCH_MATCHES,
  hasRollUp: true,
});
export const listDrivers = driverList.page;
export const exportDrivers = driverList.file;
