import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { lookupPageQuery } from '../common/paging.ts';
import {
  Identification,
  MissingPrices,
  Nationality,
  PAYMENT_SIDES,
  PaymentListItem,
  PaymentType,
  Relationship,
} from './schemas.ts';

const tags = ['lookups'];

export const listNationalities = endpoint({
  method: 'GET',
  url: '/nationality',
  access: 'public',
  schema: {
    summary: 'Nationalities, by name',
    tags,
    querystring: z.object(lookupPageQuery),
    response: { 200: z.array(Nationality), ...errorResponses },
  },
});

export const listIdentifications = endpoint({
  method: 'GET',
  url: '/identification',
  access: 'public',
  schema: {
    summary: 'Identification types',
    tags,
    querystring: z.object(lookupPageQuery),
    response: { 200: z.array(Identification), ...errorResponses },
  },
});

export const listRelationships = endpoint({
  method: 'GET',
  url: '/relationship/get_relationship',
  access: 'public',
  schema: {
    summary: 'Relationships of a next of kin',
    tags,
    querystring: z.object(lookupPageQuery),
    response: { 200: z.array(Relationship), ...errorResponses },
  },
});

export const listPaymentTypes = endpoint({
  method: 'GET',
  url: '/payment_types',
  access: 'public',
  schema: {
    summary: 'Payment types, those of drivers first',
    tags,
    querystring: z.object({ ...lookupPageQuery, side: z.enum(PAYMENT_SIDES).optional() }),
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

export const lookupEndpoints = {
  listNationalities,
  listIdentifications,
  listRelationships,
  listPaymentTypes,
  listPaymentList,
  getMissingPrices,
} as const;
