import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';

/** It is well. */
export const Health = z.object({ status: z.literal('ok') });

export const healthz = endpoint({
  method: 'GET',
  url: '/healthz',
  access: 'public',
  schema: { summary: 'The process lives', tags: ['system'], response: { 200: Health, ...errorResponses } },
});

export const readyz = endpoint({
  method: 'GET',
  url: '/readyz',
  access: 'public',
  schema: { summary: 'The database answers', tags: ['system'], response: { 200: Health, ...errorResponses } },
});

export const systemEndpoints = { healthz, readyz } as const;
