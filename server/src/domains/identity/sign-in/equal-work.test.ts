import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import { watchedHashing } from '../../../../test/hashing.ts';
import { tokenKeys } from '../sessions/access-token.ts';
import { signInStaff } from './staff-session.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** The number of hashes and statements of a sign-in, right or wrong. */
const workOf = async (
  username: string,
  password: string,
  marks: readonly string[] = [],
): Promise<{ hashes: number; statements: number }> => {
  const { watched, hashing } = watchedHashing();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const deps = {
    db: it.db.withPlugin(counting),
    now: () => it.clock.now,
    keys: tokenKeys(TOKEN_SECRET),
    passwords: hashing,
    mailsFrom: null,
  };
  const origin = { marks, userAgent: '', address: '' };
  await signInStaff(deps, { username, password, persist: false, origin }).catch(() => {});
  return { hashes: watched.checks, statements };
};

const hashesOf = async (username: string, password: string): Promise<number> =>
  (await workOf(username, password)).hashes;

test('an unknown user, a wrong password and a right one cost one hash each', async () => {
  const { username } = await buildUser(it);
  const { username: invited } = await buildUser(it, { password: null });
  expect(await hashesOf(username, PASSWORD)).toBe(1);
  expect(await hashesOf(username, 'wrong')).toBe(1);
  expect(await hashesOf('nobody.here', 'wrong')).toBe(1);
  expect(await hashesOf('no username 😀', 'wrong')).toBe(1);
  expect(await hashesOf(invited, 'wrong')).toBe(1);
});

test('refusing a blocked account costs none, so blocking cannot be used to overload the server', async () => {
  const { username } = await buildUser(it);
  for (let attempt = 0; attempt < 3; attempt += 1) await hashesOf(username, 'wrong');
  expect(await hashesOf(username, PASSWORD)).toBe(0);
});

test('an unknown user takes as many statements as one that exists, from the first attempt to the block', async () => {
  const { username } = await buildUser(it);
  const { username: invited } = await buildUser(it, { password: null });
  const marks = ['A'.repeat(43), 'B'.repeat(43)];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const work = await workOf('not.here', 'wrong', marks);
    expect(work.statements).toBeGreaterThan(3);
    expect(await workOf(username, 'wrong', marks)).toEqual(work);
    expect(await workOf(invited, 'wrong', marks)).toEqual(work);
  }
});
