import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildCaller, buildUser, signIn } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';

/** Far fewer than a session may make in a minute, with six that ask. */
const MOST_CALLS = 50;

let it: TestApp;
let other: FastifyInstance;
let closeOther: () => Promise<void>;
const statements: string[] = [];

beforeAll(async () => {
  it = await startApp({}, { onStatement: () => statements.push('one') });
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
  const { db, channel, close } = it.another();
  other = await buildApp({ config, db, channel, files: it.files, now: () => it.clock.now });
  closeOther = close;
});
afterAll(async () => {
  await other.close();
  await closeOther();
  await it.close();
});

const profile = async (app: FastifyInstance, headers: Record<string, string>): Promise<number> =>
  (await app.inject({ method: 'GET', url: '/api/auth/profile', headers })).statusCode;

const change = async (path: string, headers: Record<string, string>, payload?: object): Promise<number> =>
  (
    await it.app.inject({
      method: payload ? 'PATCH' : 'POST',
      url: `/api/users/${path}`,
      headers,
      ...(payload && { payload }),
    })
  ).statusCode;

test.each([
  ['a changed role', (id: string) => [`${id}/role`, { user_role: 'SystemUser' }] as const],
  ['a block', (id: string) => [`${id}/block`] as const],
])('%s holds on the next call, on every server, while calls of the same session are on their way', async (_, asked) => {
  const admin = (await buildCaller(it, 'SystemAdmin')).headers;
  const { id, username } = await buildUser(it, { role: 'Legal' });
  const headers = await signIn(it, 'login', { username });
  const servers = [it.app, other];
  // Each begins as soon as the one before is answered, so that some are on their way at any moment.
  let isOver = false;
  const keepAsking = async (app: FastifyInstance): Promise<void> => {
    for (let call = 0; call < MOST_CALLS && !isOver; call += 1) await profile(app, headers);
  };
  expect(await Promise.all(servers.map((app) => profile(app, headers)))).toEqual([200, 200]);
  const asking = awaitLater(Promise.all(servers.flatMap((app) => [1, 2, 3].map(() => keepAsking(app)))));
  const [path, body] = asked(id);
  try {
    expect(await change(path, admin, body)).toBe(200);
    expect(await Promise.all(servers.map((app) => profile(app, headers)))).toEqual([401, 401]);
  } finally {
    isOver = true;
    await asking;
  }
});

test('calls that come together share the statement that finds their callers, and each gets its own person', async () => {
  it.atOneServer('each server asks together for those who call it');
  const callers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buildUser(it, { role: 'Legal' })));
  const headers: Record<string, string>[] = [];
  for (const { username } of callers) headers.push(await signIn(it, 'login', { username }));
  statements.length = 0;
  const answers = await Promise.all(
    headers.map((own) => it.app.inject({ method: 'GET', url: '/api/auth/profile', headers: own })),
  );
  expect(answers.map((answer) => answer.json().username)).toEqual(callers.map(({ username }) => username));
  // One for each profile, and fewer than as many for who asks.
  expect(statements.length).toBeLessThan(2 * callers.length);
});
