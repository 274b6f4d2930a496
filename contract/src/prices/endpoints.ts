import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { lookupPageQuery } from '../common/paging.ts';
import { PAYMENT_SIDES } from './payment-types.ts';
import { MissingPrices, PaymentListItem, PaymentType } from './schemas.ts';

const tags = ['prices'];

export const listPaymentTypes = endpoint({
  method: 'GET',
  url: '/payment_types',
  access: 'public',
  schema: {
    summary: 'Payment types with their rules, those of drivers first',
    description: 'Of one side: its own and those of both.',
    tags,
    querystring: z.object({ ...lookupPageQuery, side: z.enum(PAYMENT_SIDES).exclude(['both']).optional() }),
    response: { 200: z.array(PaymentType), ...errorResponses },
  },
});

export const listPaymentList = endpoint({
  method: 'GET',
  url: '/payment_list',
  access: 'public',
  schema: {
    summary: 'Yearly prices, the newest year first',
    tags,
    querystring: z.object({ ...lookupPageQuery, year: z.coerce.number().int().min(2000).max(2200).optional() }),
    response: { 200: z.array(PaymentListItem), ...errorResponses },
  },
});

export const getMissingPrices = endpoint({
  method: 'GET',
  url: '/missing_prices',
  access: 'payments.read',
  schema: {
    summary:
      'The prices that drivers’ fees lack: for past years that may be owed, this year and, from October on, the next one',
    tags,
    response: { 200: z.object({ missing: z.array(MissingPrices) }), ...errorResponses },
  },
});

export const priceEndpoints = { listPaymentTypes, listPaymentList, getMissingPrices } as const;
