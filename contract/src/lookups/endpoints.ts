import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { lookupPageQuery } from '../common/paging.ts';
import { Identification, Nationality, Relationship } from './schemas.ts';

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

export const lookupEndpoints = { listNationalities, listIdentifications, listRelationships } as const;
