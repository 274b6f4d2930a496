import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SESSION_PER_MINUTE } from '#http/limits/in-memory.ts';
import { buildCaller } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { addressLimit } from '../limits.ts';

const LOOK_UP = '/drivers/find_driver_by_car_number';
const ALLOWED = addressLimit(LOOK_UP);

let it: TestApp;
let statements = 0;
beforeAll(async () => {
  it = await startApp(
    {},
    {
      onStatement: () => {
        statements += 1;
      },
    },
  );
});
afterAll(() => it.close());
beforeEach(() => {
  // The next minute: what the test before has counted is over.
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
});

type Headers = Record<string, string>;

/** Calls so many times at once, and gives how many were answered with each status, and the statements that it took. */
const flood = async (times: number, call: () => Promise<number>) => {
  statements = 0;
  const statuses: Record<number, number> = {};
  for (let done = 0; done < times; done += 1) {
    const status = await call();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { statuses, statements };
};

const sessions =
  (headers: Headers, remoteAddress = '41.66.210.1') =>
  async (): Promise<number> =>
    (await it.app.inject({ url: '/api/auth/sessions', headers, remoteAddress })).statusCode;

const lookUp = (headers: Headers, remoteAddress: string) => async (): Promise<number> => {
  const payload = { car_number: 'GR 1234-20' };
  return (await it.app.inject({ method: 'POST', url: `/api${LOOK_UP}`, payload, headers, remoteAddress })).statusCode;
};

const madeUp = async (): Promise<Headers> => {
  const { headers } = await buildCaller(it, 'Member');
  return { ...headers, authorization: `${headers.authorization?.slice(0, -8)}AAAAAAAA` };
};

/** The headers of somebody whose session was ended after their token was stolen. */
const stolen = async (): Promise<Headers> => {
  const { id, headers } = await buildCaller(it, 'Member');
  await sql`DELETE FROM sessions WHERE account_id = ${id}`.execute(it.db);
  return headers;
};

test('a flood of made-up tokens is refused without one statement', async () => {
  expect(await flood(50, sessions(await madeUp()))).toEqual({ statuses: { 401: 50 }, statements: 0 });
});

test('made-up tokens count as strangers where strangers may call', async () => {
  const headers = await madeUp();
  const { statuses } = await flood(ALLOWED + 20, lookUp(headers, '41.66.210.2'));
  expect(statuses).toEqual({ 404: ALLOWED, 429: 20 });
  expect(await flood(20, lookUp(headers, '41.66.210.2'))).toEqual({ statuses: { 429: 20 }, statements: 0 });
});

test.each([
  { whose: 'a session that goes on', headers: async () => (await buildCaller(it, 'Member')).headers, answered: 200 },
  { whose: 'a session that was ended', headers: stolen, answered: 401 },
])(
  'a flood with the token of $whose is refused from memory, from any address, and holds up nobody else',
  async (given) => {
    const headers = await given.headers();
    const other = await buildCaller(it, 'Member');
    const { statuses } = await flood(SESSION_PER_MINUTE + 20, sessions(headers));
    expect(statuses).toEqual({ [given.answered]: SESSION_PER_MINUTE, 429: 20 });
    expect(await flood(20, sessions(headers, '41.66.211.1'))).toEqual({ statuses: { 429: 20 }, statements: 0 });
    expect((await flood(1, sessions(other.headers))).statuses).toEqual({ 200: 1 });
  },
);

test('the token of a session that was ended gives no more calls than strangers have', async () => {
  const headers = await stolen();
  const { statuses } = await flood(ALLOWED + 20, lookUp(headers, '41.66.210.3'));
  expect(statuses).toEqual({ 404: ALLOWED, 429: 20 });
});
