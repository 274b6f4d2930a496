import { z } from 'zod';
import { endpoint, resource } from '../common/endpoint.ts';
import { columnOf } from '../common/lists/columns.ts';
import { lookupPageQuery } from '../common/paging.ts';
import { planOf } from './plans.ts';
import { PaymentListItem } from './schemas.ts';
import {
  CopiedPrices,
  CopiedYear,
  NewPaymentListItem,
  PaymentListChange,
  YearlyPrice,
} from './yearly-price-schemas.ts';

const Saved = z.object({ status: z.literal(true), message: z.string(), entry: PaymentListItem });

export const {
  list: listPaymentList,
  show: getPaymentListItem,
  add: addPaymentListItem,
  change: changePaymentListItem,
  remove: deletePaymentListItem,
} = resource(
  '/payment_list',
  'prices',
  { read: 'public', change: 'prices.change' },
  {
    list: {
      summary: 'Yearly prices, the newest year first',
      query: z.strictObject({ ...lookupPageQuery, year: z.coerce.number().int().min(2000).max(2200).optional() }),
      answer: z.array(PaymentListItem),
    },
    show: {
      access: 'payments.read',
      summary: 'One yearly price, and whether payments or debts rest on it',
      answer: YearlyPrice,
    },
    add: {
      summary: 'Set the price of a type for a year',
      description:
        'Of a type that is priced by plan, for the plan; left out, that is Monthly Subscription. A year, type and plan have one price: another is refused with `conflict`.',
      errors: ['conflict'],
      body: NewPaymentListItem,
      created: Saved,
    },
    change: {
      summary: 'Change the amount of a yearly price',
      description: 'Whatever of it is not paid yet is priced anew; what was cleared stays paid.',
      body: PaymentListChange,
      answer: Saved,
    },
    remove: {
      summary: 'Delete a yearly price, where no payment and no debt rests on it',
      errors: ['conflict'],
    },
  },
);

export const copyPreviousPaymentList = endpoint('POST /payment_list/previous_payment_list', 'prices.change', {
  summary: 'Copy the prices that a year lacks from the year before',
  tags: ['prices'],
  idempotent: true,
  errors: ['refused'],
  body: CopiedYear,
  created: CopiedPrices,
});

/** The yearly prices as a screen lists them for a year or, with none chosen, all; `years` are those to choose from. */
export const yearlyPrices = (years: readonly number[]) =>
  ({
    name: 'payment_list',
    page: listPaymentList,
    row: PaymentListItem,
    filters: {
      year: {
        kind: 'choice',
        label: 'Year',
        choices: [
          { value: '', label: 'All years' },
          ...[...years].reverse().map((year) => ({ value: String(year), label: String(year) })),
        ],
        schema: listPaymentList.schema.querystring.shape.year,
      },
    },
    sorts: [],
    columns: [
      { key: 'year', header: 'Year', kind: 'text', value: ({ year }: PaymentListItem) => String(year) },
      columnOf('type_code', 'Payment Code'),
      columnOf('description', 'Description'),
      { key: 'plan', header: 'Plan', kind: 'text', value: ({ plan }: PaymentListItem) => planOf(plan)?.name ?? null },
      columnOf('amount', 'Amount', 'money'),
    ],
  }) as const;

export const yearlyPriceEndpoints = {
  listPaymentList,
  getPaymentListItem,
  addPaymentListItem,
  changePaymentListItem,
  deletePaymentListItem,
  copyPreviousPaymentList,
} as const;
