import type { CallLimit } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';
import { handleErrors } from './errors.ts';
import { limitCalls } from './limits.ts';
import { readForms } from './multipart.ts';

const LIMIT: CallLimit = { by: { body: 'mobile_number', as: 'phone' }, max: 3, seconds: 86_400 };
const NOW = new Date('2026-11-20T10:00:00Z');

let database: FreshDatabase;
let servers: FastifyInstance[];

/** A server whose one call is a form that names a mobile number. */
const server = async (): Promise<FastifyInstance> => {
  const app = Fastify();
  handleErrors(app);
  limitCalls(app, { db: database.db, now: () => NOW });
  readForms(app);
  const schema = {
    summary: '',
    tags: [],
    consumes: ['multipart/form-data'],
    response: { '4xx': z.any(), '5xx': z.any() },
  };
  const config = { endpoint: { method: 'POST', url: '/form', access: 'public', limits: [LIMIT], schema } } as const;
  app.route({ method: 'POST', url: '/form', config, handler: async ({ body }) => body });
  await app.ready();
  return app;
};

beforeAll(async () => {
  database = await startDatabase();
  servers = [await server(), await server()];
});
afterAll(async () => {
  await Promise.all(servers.map((app) => app.close()));
  await database.close();
});

test('a subject named in a form is counted on all servers together', async () => {
  const numbers = ['024 123 4567', '+233241234567', '0241234567', '024-123-4567'];
  const statuses: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const payload = new FormData();
    payload.set('mobile_number', number);
    const response = await servers[at % 2]?.inject({ method: 'POST', url: '/form', payload });
    statuses.push(response?.statusCode ?? 0);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
