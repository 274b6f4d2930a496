import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { createPasswords, RANK, type Rank } from './password-hashing.ts';

const AMA = { account: 'ama' };
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

test('passwords are hashed with argon2id at OWASP’s costs unless told otherwise', async () => {
  const hash = await createPasswords().withSlot((slot) => slot.hash('Banbo@2026'), AMA);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('two hashes of one password differ, and each knows it again', async () => {
  const { withSlot } = createPasswords(CHEAP);
  const [one, other] = await Promise.all([1, 2].map(() => withSlot((slot) => slot.hash('Banbo@2026'), AMA)));
  expect(one).not.toBe(other);
  const check = (password: string) => withSlot((slot) => slot.check(one ?? '', password), AMA);
  expect(await check('Banbo@2026')).toBe(true);
  expect(await check('banbo@2026')).toBe(false);
});

test('a password is known in each Unicode form, also by a hash of the text as one keyboard wrote it', async () => {
  const { withSlot } = createPasswords(CHEAP);
  const [composed, apart] = ['Akɔé@2026x'.normalize('NFC'), 'Akɔé@2026x'.normalize('NFD')];
  const check = (of: string, password: string) => withSlot((slot) => slot.check(of, password), AMA);
  const stored = await withSlot((slot) => slot.hash(apart), AMA);
  expect(await check(stored, composed)).toBe(true);
  expect(await check(stored, apart)).toBe(true);
  expect(await check(stored, 'Akɔe@2026x')).toBe(false);
  const older = await hash(apart, CHEAP);
  expect(await check(older, apart)).toBe(true);
  expect(await check(older, 'Akɔè@2026x'.normalize('NFD'))).toBe(false);
});

test('no password is right where none is set', async () => {
  const { withSlot } = createPasswords(CHEAP);
  expect(await withSlot((slot) => slot.check(null, 'nobody’s password'), AMA)).toBe(false);
});

test('two people are served at once, twenty wait, and the next is asked to come again', async () => {
  const { withSlot } = createPasswords(CHEAP);
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const served = awaitLater(
    Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        withSlot(
          async () => {
            running += 1;
            await gate.promise;
          },
          { account: `${at}` },
        ),
      ),
    ),
  );
  await expect(withSlot(async () => {}, AMA)).rejects.toMatchObject({ code: 'too_many_requests', httpStatus: 429 });
  expect(running).toBe(2);
  gate.resolve();
  await served;
  expect(running).toBe(22);
});

describe('many hashes of one account at once', () => {
  /** Holds both places until `open`; `enter` queues, and `order` lists those that got a turn. */
  const line = () => {
    const { withSlot } = createPasswords(CHEAP);
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const enter = (account: string, rank: Rank = RANK.known): Promise<'served' | number> =>
      withSlot(
        async () => {
          order.push(account);
          await gate.promise;
        },
        { account, rank },
      ).then(
        () => 'served' as const,
        ({ httpStatus }) => httpStatus,
      );
    const several = (count: number, account: string, rank?: Rank) =>
      Array.from({ length: count }, () => enter(account, rank));
    return { enter, several, order, open: gate.resolve };
  };

  test('wait like strangers but for two, so that known devices of others displace them', async () => {
    const { several, enter, open } = line();
    const flood = awaitLater(Promise.all(several(60, 'flood')));
    const honest = Array.from({ length: 15 }, (_, at) => enter(`honest ${at}`));
    open();
    expect(await Promise.all(honest)).toEqual(Array(15).fill('served'));
    expect((await flood).filter((one) => one === 'served')).toHaveLength(22 - 15);
  });

  test('keep two places at each rank: strangers and neighbours take none from the account’s own device', async () => {
    const { several, enter, order, open } = line();
    const running = [enter('one'), enter('other')];
    const attackers = [...several(3, 'ama', RANK.stranger), ...several(2, 'ama', RANK.neighbour)];
    const office = enter('office', RANK.neighbour);
    const owner = several(2, 'ama', RANK.known);
    const third = enter('ama', RANK.known);
    const known = enter('known', RANK.known);
    open();
    await Promise.all([...running, ...attackers, office, ...owner, third, known]);
    expect(order).toEqual(['one', 'other', 'ama', 'ama', 'known', 'ama', 'ama', 'office', 'ama', 'ama', 'ama', 'ama']);
  });

  test('give their places back once they are served, fail or are displaced', async () => {
    const { withSlot } = createPasswords(CHEAP);
    const fail = () => withSlot(() => Promise.reject(new Error('broken')), AMA);
    await Promise.allSettled([fail(), fail(), fail()]);
    const gate = Promise.withResolvers<void>();
    const strangers = Promise.allSettled(
      Array.from({ length: 22 }, (_, at) => withSlot(() => gate.promise, { account: `${at}`, rank: RANK.stranger })),
    );
    const ama = [withSlot(async () => {}, AMA), withSlot(async () => {}, AMA)];
    gate.resolve();
    await Promise.all(ama);
    const refused = (await strangers).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
  });
});
