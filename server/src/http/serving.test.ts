import { Done, type Endpoint, errorResponses } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { handleErrors } from './errors.ts';
import { hashBodies, keepIdempotentAnswers } from './idempotency.ts';
import type { ApiScope } from './scope.ts';
import { serving } from './serving.ts';

let it: TestApp;
let app: FastifyInstance;

const params = z.object({ first: z.string(), second: z.string() });
const endpointAt = (url: string) => ({
  ...{ method: 'POST' as const, url: `${url}/:first/:second`, access: 'public' as const },
  schema: { summary: 'Change two rows', tags: [], params, response: { 200: Done, ...errorResponses } },
});

let runs = 0;
let fails: Error | null = null;
let arrived: (() => void)[] = [];

/** Ends once two transactions hold a row each, so that each then waits for the other. */
const both = (): Promise<void> =>
  new Promise((resolve) => {
    arrived.push(resolve);
    if (arrived.length === 2) for (const one of arrived) one();
  });

const hold = (tx: Tx, id: string) =>
  tx.selectFrom('nationalities').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

beforeAll(async () => {
  it = await startApp();
  app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  handleErrors(app);
  hashBodies(app);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, endpoint: route as unknown as Endpoint };
  });
  keepIdempotentAnswers(app, it);
  const { change } = serving(app as unknown as ApiScope, { db: it.db, now: () => it.clock.now });
  for (const endpoint of [{ ...endpointAt('/once'), idempotent: true as const }, endpointAt('/plain')])
    change(endpoint, async (tx, { first, second }: z.infer<typeof params>) => {
      runs += 1;
      if (fails) throw fails;
      await hold(tx, first);
      if (arrived.length < 2) await both();
      await hold(tx, second);
      return 'Changed.';
    });
});
afterAll(async () => {
  await app.close();
  await it.close();
});

const send = (path: string) =>
  app.inject({ method: 'POST', url: path, headers: { 'idempotency-key': crypto.randomUUID() } });

test.each(['/once', '/plain'])('of two changes at %s that wait for each other both are made', async (path) => {
  [runs, arrived] = [0, []];
  const rows = await it.db.selectFrom('nationalities').select('id').orderBy('id').limit(2).execute();
  const [one, two] = rows.map(({ id }) => id);
  const answers = await Promise.all([send(`${path}/${one}/${two}`), send(`${path}/${two}/${one}`)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  // PostgreSQL may undo both where they find the deadlock at one moment.
  expect(runs).toBeGreaterThan(2);
});

test('a deadlock that comes again and again is answered as busy, and other errors at once', async () => {
  runs = 0;
  fails = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  expect([(await send('/plain/1/2')).statusCode, runs]).toEqual([503, 3]);
  fails = Object.assign(new Error('lock not available'), { code: '55P03' });
  expect([(await send('/plain/1/2')).statusCode, runs]).toEqual([503, 4]);
  fails = null;
});
