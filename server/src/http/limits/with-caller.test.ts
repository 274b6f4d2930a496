import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../test/harness.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';

const LOOK_UP = '/api/drivers/find_driver_by_car_number';
const ALLOWED = 60;

let it: TestApp;
let other: FastifyInstance;
let carNumber: string;
let statements = 0;

beforeAll(async () => {
  it = await startApp({}, { onStatement: () => (statements += 1) });
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
  other = await buildApp({ config, db: it.db, channel: it.channel, files: it.files, now: () => it.clock.now });
  carNumber = (await buildDriver(it)).driver.car_number;
});
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
});
afterAll(async () => {
  await other.close();
  await it.close();
});

type Sent = { headers: Record<string, string>; app?: FastifyInstance; payload?: object };

const ask = async ({ headers, app = it.app, payload = { car_number: carNumber } }: Sent) =>
  app.inject({ method: 'POST', url: LOOK_UP, payload, headers });

const useUp = async (headers: Record<string, string>, payload?: object): Promise<void> => {
  for (let times = 0; times < ALLOWED; times += 1) await ask({ headers, ...(payload && { payload }) });
};

test('a signed-in look-up is one statement for who asks, counted, and one for what is asked', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  statements = 0;
  expect((await ask({ headers })).statusCode).toBe(200);
  expect(statements).toBe(2);
  statements = 0;
  expect((await ask({ headers: {} })).statusCode).toBe(200);
  expect(statements).toBe(1);
});

test('a caller is counted on all servers together, and told how long to wait', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  await useUp(headers);
  const refused = await ask({ headers, app: other });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  expect((await ask({ headers, app: other })).statusCode).toBe(200);
});

test('two servers that share a caller’s calls let through as many as one, and most of them write nothing', async () => {
  it.atOneServer('the other one is asked by the test');
  const { headers } = await buildCaller(it, 'SuperUser');
  const answers: number[] = [];
  for (let times = 0; times <= ALLOWED; times += 1) {
    answers.push((await ask({ headers, app: times % 2 === 0 ? it.app : other })).statusCode);
  }
  expect(answers).toEqual([...Array(ALLOWED).fill(200), 429]);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  await ask({ headers });
  const countOf = () =>
    it.db.selectFrom('limit_counts').select('count').where('starts_at', '=', it.clock.now).execute();
  const counted = await countOf();
  for (let times = 0; times < 5; times += 1) await ask({ headers });
  expect(await countOf()).toEqual(counted);
  await ask({ headers });
  expect(await countOf()).not.toEqual(counted);
});

test('calls at once find those that others took ahead, and never pass a limit', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const eleven = await Promise.all(Array.from({ length: 11 }, () => ask({ headers })));
  expect(eleven.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
  const servers = [it.app, other];
  const calls = Array.from({ length: 2 * ALLOWED }, (_, call) =>
    ask({ headers, app: servers[call % 2] as FastifyInstance }),
  );
  const passed = (await Promise.all(calls)).filter(({ statusCode }) => statusCode === 200);
  expect(passed.length).toBeLessThanOrEqual(ALLOWED - 11);
});

test('calls that are not valid count for their caller too, who is found before they are read', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  await useUp(headers, { car_number: 7 });
  expect((await ask({ headers })).statusCode).toBe(429);
});

test('a session that has ended counts for nobody, whatever its token says', async () => {
  const { id, headers } = await buildCaller(it, 'SuperUser');
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', id).execute();
  // A stranger's answer: the name is cut.
  expect((await ask({ headers })).json().driver.fullname).toMatch(/\.$/);
  await it.db.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute();
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  const counts = () => it.db.selectFrom('limit_counts').select('count').where('starts_at', '=', it.clock.now).execute();
  expect(await counts()).toEqual([]);
  expect((await ask({ headers })).json().driver.fullname).not.toMatch(/\.$/);
  expect(await counts()).toEqual([{ count: 6 }]);
});

test('a block takes effect at the next call, also for a caller whose calls are used up', async () => {
  const { id, headers } = await buildCaller(it, 'SuperUser');
  await useUp(headers);
  expect((await ask({ headers })).statusCode).toBe(429);
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', id).execute();
  expect((await ask({ headers })).json().driver.fullname).toMatch(/\.$/);
});
