import { expect, test } from 'vitest';
import { createPasswords } from './password-hashing.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

test('passwords are hashed with argon2id at OWASP’s costs unless told otherwise', async () => {
  const hash = await createPasswords().inTurn((turn) => turn.hash('Banbo@2026'));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('two hashes of one password differ, and each knows it again', async () => {
  const { inTurn } = createPasswords(CHEAP);
  const [one, other] = await Promise.all([1, 2].map(() => inTurn((turn) => turn.hash('Banbo@2026'))));
  expect(one).not.toBe(other);
  const check = (password: string) => inTurn((turn) => turn.check(one ?? '', password));
  expect(await check('Banbo@2026')).toBe(true);
  expect(await check('banbo@2026')).toBe(false);
});

test('no password is right where none is set', async () => {
  const { inTurn } = createPasswords(CHEAP);
  expect(await inTurn((turn) => turn.check(null, 'nobody’s password'))).toBe(false);
});

test('two people are served at once, twenty wait, and the next is asked to come again', async () => {
  const { inTurn } = createPasswords(CHEAP);
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const served = Array.from({ length: 22 }, () =>
    inTurn(async () => {
      running += 1;
      await gate.promise;
    }),
  );
  await expect(inTurn(async () => {})).rejects.toMatchObject({ code: 'too_many_requests', httpStatus: 429 });
  expect(running).toBe(2);
  gate.resolve();
  await Promise.all(served);
  expect(running).toBe(22);
});
