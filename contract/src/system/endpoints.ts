import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';

/** It is well. */
export const Health = z.object({ status: z.literal('ok') });

export const healthz = endpoint('GET /healthz', 'public', {
  summary: 'The process lives',
  tags: ['system'],
  answer: Health,
});

export const readyz = endpoint('GET /readyz', 'public', {
  summary: 'The database answers',
  tags: ['system'],
  answer: Health,
});

export const systemEndpoints = { healthz, readyz } as const;
