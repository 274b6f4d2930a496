import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { idParams } from '../common/ids.ts';
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

const tags = ['prices'];
const Saved = z.object({ status: z.literal(true), message: z.string(), entry: PaymentListItem });
const changing = { access: 'prices.change' } as const;

export const listPaymentList = endpoint({
  method: 'GET',
  url: '/payment_list',
  access: 'public',
  schema: {
    summary: 'Yearly prices, the newest year first',
    tags,
    querystring: z.strictObject({ ...lookupPageQuery, year: z.coerce.number().int().min(2000).max(2200).optional() }),
    response: { 200: z.array(PaymentListItem), ...errorResponses },
  },
});

export const getPaymentListItem = endpoint({
  method: 'GET',
  url: '/payment_list/:id',
  access: 'payments.read',
  schema: {
    summary: 'One yearly price, and whether payments or debts rest on it',
    tags,
    params: idParams,
    response: { 200: YearlyPrice, ...errorResponses },
  },
});

export const addPaymentListItem = endpoint({
  ...changing,
  method: 'POST',
  url: '/payment_list',
  idempotent: true,
  errors: ['conflict'],
  schema: {
    summary: 'Set the price of a type for a year',
    description:
      'Of a type that is priced by plan, for the plan; left out, that is Monthly Subscription. A year, type and plan have one price: another is refused with `conflict`.',
    tags,
    body: NewPaymentListItem,
    response: { 201: Saved, ...errorResponses },
  },
});

export const changePaymentListItem = endpoint({
  ...changing,
  method: 'PATCH',
  url: '/payment_list/:id',
  schema: {
    summary: 'Change the amount of a yearly price',
    description: 'Whatever of it is not paid yet is priced anew; what was cleared stays paid.',
    tags,
    params: idParams,
    body: PaymentListChange,
    response: { 200: Saved, ...errorResponses },
  },
});

export const deletePaymentListItem = endpoint({
  ...changing,
  method: 'DELETE',
  url: '/payment_list/:id',
  errors: ['conflict'],
  schema: {
    summary: 'Delete a yearly price, where no payment and no debt rests on it',
    tags,
    params: idParams,
    response: { 200: Done, ...errorResponses },
  },
});

export const copyPreviousPaymentList = endpoint({
  ...changing,
  method: 'POST',
  url: '/payment_list/previous_payment_list',
  idempotent: true,
  errors: ['refused'],
  schema: {
    summary: 'Copy the prices that a year lacks from the year before',
    tags,
    body: CopiedYear,
    response: { 201: CopiedPrices, ...errorResponses },
  },
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
