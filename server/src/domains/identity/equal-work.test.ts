import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser, PASSWORD } from '../../../test/builders/identity.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../../../test/harness.ts';
import type { Passwords } from './password-hashing.ts';
import { signInStaff } from './staff-session.ts';
import { tokenKeys } from './token-keys.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** How many hashes a sign-in computed, right or wrong. */
const hashesOf = async (username: string, password: string): Promise<number> => {
  let hashes = 0;
  const counted: Passwords = {
    inTurn: (work) =>
      passwords.inTurn(({ hash, check }) =>
        work({
          hash: (text) => {
            hashes += 1;
            return hash(text);
          },
          check: (passwordHash, text) => {
            hashes += 1;
            return check(passwordHash, text);
          },
        }),
      ),
  };
  const deps = {
    db: it.db,
    now: () => it.clock.now,
    keys: tokenKeys(TOKEN_SECRET),
    passwords: counted,
    mailsFrom: null,
  };
  const origin = { device: undefined, userAgent: '', address: '' };
  await signInStaff(deps, { username, password, persist: false, origin }).catch(() => {});
  return hashes;
};

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
