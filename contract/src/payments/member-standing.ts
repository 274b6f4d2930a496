import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money, MoneySum, Month, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { fixedFilter } from '../common/lists/filters.ts';
import { DriverPricing } from '../drivers/schemas.ts';
import { feeName } from './paid-month.ts';
import { PAYMENT_STATUS_LABELS, PAYMENT_STATUSES } from './status.ts';

const endpoint = endpointsOf('members');

/** A fee as answers name it: a type and, of a monthly one, its year and month in uppercase. */
export const feeFields = {
  payment_type: z.string(),
  description: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
};

/**
 * A fee that is not covered, with its price. `paid` is what the credit holds towards it, `missing`
 * the rest. `waiting` is the part that was claimed and not cleared; a claim lowers no debt.
 */
export const DueFee = z.object({ ...feeFields, amount: Money, paid: Money, missing: Money, waiting: MoneySum });
export type DueFee = z.infer<typeof DueFee>;

/** A driver's credit and cover, as the member's and the office's pages show them. */
export const coverFields = {
  /** Money that was paid and covers no fee yet; below zero it was paid out, and never came. */
  credit: NetMoney,
  /** All that is due less the credit, never below nothing. */
  owed: MoneySum,
  /** Fees that are paid for, the latest month first. */
  covered: z.array(
    z.object({
      ...feeFields,
      covered_by: z.enum(['payment', 'credit', 'waived']),
      /** The part of its price that was given up. */
      waived: Money,
      /** The use of credit or waiver, which staff can return; null for a payment. */
      credit_use_id: z.string().nullable(),
    }),
  ),
  /**
   * The last month that was paid before an imported driver came without debts; null for others, and
   * for those who came with a debt.
   */
  brought_until: Month.nullable(),
  /**
   * The first month after this one that nothing covers, with its price, null while its year has
   * none; null for no monthly fee.
   */
  next_due: z.object({ ...feeFields, amount: Money.nullable() }).nullable(),
};

const tags = ['members'];

/** The driver code of another car of the member's than the one that they signed in with. */
const OwnCode = z.string().max(20).optional();

/** A member's own page: the person, the payments, and what is due. */
export const MemberStanding = z.object({
  /** The account's id; the page's query string must name the same one. */
  user: Id,
  fullname: z.string(),
  driver_code: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  /** The sum of cleared payments. */
  paid: MoneySum,
  /** The sum of submitted payments that staff have not checked yet. */
  waiting: MoneySum,
  due_total: MoneySum,
  /** Fees up to this month, the oldest first. */
  due: z.array(DueFee),
  /**
   * Years with fees that have no price yet. While there are any, the member's page cannot say that
   * nothing is due.
   */
  unpriced_years: z.array(z.number().int()),
  ...coverFields,
  ...DriverPricing.shape,
});
export type MemberStanding = z.infer<typeof MemberStanding>;

export const OwnPayment = z.object({
  id: Id,
  ...feeFields,
  transaction_date: Day,
  transaction_id: z.string(),
  amount_paid: Money,
  status: z.enum(PAYMENT_STATUSES),
  /** The reason of a rejection or reversal; null when none was given. */
  status_reason: z.string().nullable(),
  /** Its money is held as credit: below the price, or of a fee that was paid already. */
  is_credit: z.boolean(),
  /** `R000557`; null while it has none. */
  receipt: z.string().nullable(),
});
export type OwnPayment = z.infer<typeof OwnPayment>;

export const getMemberStanding = endpoint('GET /member/standing', 'member', {
  summary: 'The signed-in member: name, driver code, car, what is paid and what is due',
  description: 'Of the car that they signed in with, or of another of theirs by its driver code.',
  errors: ['not_found'],
  query: z.strictObject({ driver_code: OwnCode }),
  answer: MemberStanding,
});

export const ownPaymentList = defineList({
  name: 'my-payments',
  url: '/member/payments',
  access: 'member',
  summary: 'The signed-in member’s payments in every state, the newest first',
  tags,
  row: OwnPayment,
  // Another car of the member's; the list's scope looks after it.
  filters: { driver_code: fixedFilter('Driver Code', OwnCode) },
  sorts: ['-transaction_date', 'transaction_date'],
  columns: [
    { key: 'fee', header: 'Payment', kind: 'text', value: feeName },
    columnOf('transaction_date', 'Payment Date', 'day', { sort: 'transaction_date' }),
    columnOf('transaction_id', 'Transaction ID', 'transaction'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => PAYMENT_STATUS_LABELS[status] },
    columnOf('amount_paid', 'Amount Paid', 'money'),
  ],
  reach: 10_000,
});
export const listOwnPayments = ownPaymentList.page;
export const exportOwnPayments = ownPaymentList.file;

export const memberStandingEndpoints = { getMemberStanding, listOwnPayments, exportOwnPayments } as const;
