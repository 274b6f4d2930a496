import { z } from 'zod';
import { BookDays } from '../books/statements.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money, MoneySum, NetMoney } from '../common/fields.ts';
import { PAYMENT_MODES } from '../payments/status.ts';
import { BENEFICIARIES } from './shares.ts';

const endpoint = endpointsOf('land');

const eachOf = <Figure extends z.ZodType>(figure: Figure) =>
  z.object({ oasl: figure, stool: figure, council: figure, assembly: figure });

/** The movements of a beneficiary’s account in some days, by the books: credits are positive. */
const ShareBalance = z.object({
  beneficiary: z.enum(BENEFICIARIES),
  /** The name of the rule in force at the end of the days. */
  name: z.string(),
  opening: NetMoney,
  shared: NetMoney,
  paid_out: NetMoney,
  /** Entries that people posted themselves. */
  other: NetMoney,
  closing: NetMoney,
  /** Of what is held today, what payouts wait for. */
  waiting: MoneySum,
  /** The sum that could be paid out today. */
  available: NetMoney,
});

export const StoolAccount = z.object({
  from: Day,
  to: Day,
  /** Null while no rule is set. */
  percents: eachOf(z.string()).nullable(),
  /** Payments of the days that were shared, less those that were reversed, by type. */
  types: z.array(z.object({ code: z.string(), name: z.string(), gross: NetMoney, shares: eachOf(NetMoney) })),
  total: z.object({ gross: NetMoney, shares: eachOf(NetMoney) }),
  balances: z.array(ShareBalance),
  /** The payouts in the days, the first first; 500 at most. */
  payouts: z.array(
    z.object({
      id: Id,
      number: z.string(),
      beneficiary: z.enum(BENEFICIARIES),
      paid_on: Day,
      paid_to: z.string(),
      mode: z.enum(PAYMENT_MODES),
      reference: z.string(),
      reason: z.string(),
      amount: Money,
    }),
  ),
});
export type StoolAccount = z.infer<typeof StoolAccount>;

export const showStoolAccount = endpoint('GET /stool_account', 'land.money', {
  summary: 'Shared revenue of stool land by payment type, and what each beneficiary was owed, paid and is owed',
  description: 'By the books: the figures of any days are those of the accounts 2301 to 2304 to the pesewa.',
  query: BookDays,
  answer: StoolAccount,
});

export const getStoolStatement = endpoint('GET /stool_account/:beneficiary/statement', 'land.money', {
  summary: 'The stool’s account as a statement for one beneficiary, as PDF',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  params: z.strictObject({ beneficiary: z.enum(BENEFICIARIES) }),
  query: BookDays,
  file: ['application/pdf'],
});

export const stoolAccountEndpoints = { showStoolAccount, getStoolStatement } as const;
