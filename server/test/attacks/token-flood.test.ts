import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_PER_MINUTE, SESSION_PER_MINUTE } from '#http/limits/in-memory.ts';
import { buildCaller, buildUser, signIn } from '../builders/identity.ts';
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
  // Moves to the next minute, in which the counts of the test before are over.
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  it.atOneServer('addresses, sessions and accounts have so many calls at each server');
});

type Headers = Record<string, string>;

/** Calls this many times at once; answers the number of answers by status, and of statements. */
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

/** The headers of a session that was ended after its token was stolen. */
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

test('a flood with the token of a session that goes on is refused from memory, from any address', async () => {
  const { headers } = await buildCaller(it, 'Member');
  const other = await buildCaller(it, 'Member');
  const { statuses } = await flood(SESSION_PER_MINUTE + 20, sessions(headers));
  expect(statuses).toEqual({ 200: SESSION_PER_MINUTE, 429: 20 });
  expect(await flood(20, sessions(headers, '41.66.211.1'))).toEqual({ statuses: { 429: 20 }, statements: 0 });
  expect((await flood(1, sessions(other.headers))).statuses).toEqual({ 200: 1 });
});

test('the database is asked once a minute about the token of a session that was ended', async () => {
  const headers = await stolen();
  expect((await flood(1, sessions(headers))).statuses).toEqual({ 401: 1 });
  expect(await flood(700, sessions(headers))).toEqual({ statuses: { 401: 700 }, statements: 0 });
});

test('an account that signs in again and again has one count at an address, which is nobody else’s', async () => {
  const { username } = await buildUser(it);
  const signedIn = await Promise.all([1, 2, 3].map(() => signIn(it, 'login', { username })));
  let turn = 0;
  const inTurn = (): Promise<number> => {
    turn += 1;
    return sessions(signedIn[turn % 3] ?? {})();
  };
  const { statuses } = await flood(ACCOUNT_PER_MINUTE + 30, inTurn);
  expect(statuses).toEqual({ 200: ACCOUNT_PER_MINUTE, 429: 30 });
  expect((await flood(1, sessions(signedIn[0] ?? {}, '41.66.212.1'))).statuses).toEqual({ 200: 1 });
  const other = await buildCaller(it, 'Member');
  expect((await flood(1, sessions(other.headers))).statuses).toEqual({ 200: 1 });
});

test.each([
  { whose: 'somebody past their own limit', headers: async () => (await buildCaller(it, 'Member')).headers },
  { whose: 'a session that was ended', headers: stolen },
])('calls of $whose do not use up what those who are signed in share at an address', async (given) => {
  const clerk = await buildCaller(it, 'SystemAdmin');
  const address = '41.66.210.4';
  await flood(SESSION_PER_MINUTE + 100, lookUp(await given.headers(), address));
  expect((await flood(1, lookUp(clerk.headers, address))).statuses).toEqual({ 404: 1 });
});

test('the token of a session that was ended gives no more calls than strangers have', async () => {
  const headers = await stolen();
  const { statuses } = await flood(ALLOWED + 20, lookUp(headers, '41.66.210.3'));
  expect(statuses).toEqual({ 404: ALLOWED, 429: 20 });
});
