import { defaultRights, type Permission } from '@banbo/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { noteHands, noteLostPermissions, refuseOwnHands } from '#domains/approvals';
import { staffDirectory } from '#domains/identity';
import { buildUser } from '../../../test/builders/identity.ts';
import { beginUndone } from '../../../test/database/undone.ts';
import { startDatabase } from '../../../test/harness.ts';

let database: Awaited<ReturnType<typeof startDatabase>>;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

let it: { db: Db; clock: { now: Date } };
let undo: () => Promise<void>;
beforeEach(async () => {
  const { db, ...open } = await beginUndone(database.db);
  it = { db, clock: { now: new Date('2026-11-20T10:00:00Z') } };
  ({ undo } = open);
});
afterEach(() => undo());

const DAY = 86_400_000;
const later = (days: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + days * DAY);
};

const MONEY = { kind: 'transfer', id: '7' };
const NEEDS: Permission = 'payments.clear';

const admin = async (password?: null) =>
  (await buildUser(it, { role: 'SystemAdmin', ...(password === null && { password }) })).id;

const captured = (accountId: string) =>
  it.db
    .transaction()
    .execute((tx) => noteHands(tx, [{ accountId, what: 'captured', subjects: [MONEY] }], it.clock.now));

const gaveCode = (from: string, to: string, what: 'issued_code' | 'renewed_code' = 'issued_code') =>
  it.db
    .transaction()
    .execute((tx) => noteHands(tx, [{ accountId: from, what, subjects: [{ kind: 'user', id: to }] }], it.clock.now));

const author = (accountId: string) =>
  ({ accountId, ...defaultRights('SystemAdmin'), login: 'clerk', requestId: '' }) as const;

/** The end of a decision: `free`, `alone`, or the sentence of its refusal. */
const decide = (accountId: string, subject: typeof MONEY & { since?: Date } = MONEY): Promise<string> =>
  it.db.transaction().execute(async (tx) => {
    const decides = { action: 'payments.clear', subject: { ...MONEY, name: '57638571003' } } as const;
    const decision = { subjects: [subject], decides, by: author(accountId), needs: NEEDS, now: it.clock.now };
    return refuseOwnHands(tx, decision, staffDirectory).then(
      (isAlone) => (isAlone ? 'alone' : 'free'),
      ({ message }) => message,
    );
  });

const ONE_PERSON = 'count as one person for 30 days';

const confirmed = (by: string, user: string) =>
  it.db
    .transaction()
    .execute((tx) =>
      noteHands(tx, [{ accountId: by, what: 'confirmed', subjects: [{ kind: 'user', id: user }] }], it.clock.now),
    );

test('whoever had a hand in a record does not decide about it, and somebody else does', async () => {
  const [one, other] = [await admin(), await admin()];
  await captured(one);
  expect(await decide(one)).toBe('You captured this money, so somebody else has to decide.');
  expect(await decide(other)).toBe('free');
});

test('a user whom somebody made counts as them for 30 days and until a third confirms, in both directions', async () => {
  const [maker, other] = [await admin(), await admin()];
  const made = await admin();
  await gaveCode(maker, made);
  await captured(maker);
  expect(await decide(made)).toContain(ONE_PERSON);
  expect(await decide(other)).toBe('free');
  await confirmed(other, made);
  expect(await decide(made)).toContain(ONE_PERSON);
  later(31);
  expect(await decide(made)).toBe('free');
});

test('a confirmation counts for the codes before it alone', async () => {
  const [maker, other, made] = [await admin(), await admin(), await admin()];
  await confirmed(other, made);
  await gaveCode(maker, made, 'renewed_code');
  later(31);
  await captured(maker);
  expect(await decide(made)).toContain(ONE_PERSON);
});

test('after 30 days people who all come from one decide for each other, marked as alone', async () => {
  const [maker, one, other] = [await admin(), await admin(), await admin()];
  await gaveCode(maker, one);
  await gaveCode(maker, other);
  await captured(maker);
  expect(await decide(maker)).toBe('alone');
  later(31);
  expect(await decide(maker)).toBe('You captured this money, so somebody else has to decide.');
  expect(await decide(one)).toBe('alone');
  await captured(one);
  expect([await decide(one), await decide(other)]).toEqual([
    'You captured this money, so somebody else has to decide.',
    'alone',
  ]);
  const third = await admin();
  expect([await decide(other), await decide(third)]).toEqual([expect.stringContaining(ONE_PERSON), 'free']);
});

test('nobody comes to such an office by taking the permission from the one person of their own', async () => {
  const [maker, made, third] = [await admin(), await admin(), await admin()];
  await gaveCode(maker, made);
  later(31);
  await captured(maker);
  await it.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', third).execute();
    await noteLostPermissions(tx, { by: author(maker), lost: [NEEDS] }, it.clock.now);
  });
  expect(await decide(made)).toContain(ONE_PERSON);
});

test('two users whom one person made count as one, and two people who made one user stay two', async () => {
  const [maker, second] = [await admin(), await admin()];
  const [one, other] = [await admin(), await admin()];
  await gaveCode(maker, one);
  await gaveCode(maker, other);
  await captured(one);
  expect(await decide(other)).toContain(ONE_PERSON);
  await gaveCode(second, one);
  expect(await decide(second)).toContain(ONE_PERSON);
  await it.db.deleteFrom('hands').where('what', '=', 'captured').execute();
  await captured(maker);
  expect(await decide(second)).toBe('free');
});

test('the only person who may decide does so, and it is marked', async () => {
  const one = await admin();
  await admin(null);
  await captured(one);
  expect(await decide(one)).toBe('alone');
  expect(await it.db.selectFrom('alone_decisions').select(['account_id', 'subject']).execute()).toEqual([
    { account_id: one, subject: '57638571003' },
  ]);
});

test('with users that one has just made one is still alone; they are not', async () => {
  const one = await admin();
  const made = await admin();
  await gaveCode(one, made);
  await captured(one);
  await captured(made);
  expect(await decide(one)).toBe('alone');
  expect(await decide(made)).toBe('You captured this money, so somebody else has to decide.');
});

test('a new code for an active colleague makes nobody the only person', async () => {
  const [one, other] = [await admin(), await admin()];
  await gaveCode(one, other, 'renewed_code');
  await captured(one);
  expect(await decide(one)).toBe('You captured this money, so somebody else has to decide.');
  expect(await decide(other)).toContain(ONE_PERSON);
});

test('whoever took the permission from the other does not decide alone for 30 days', async () => {
  const [one, other] = [await admin(), await admin()];
  await captured(one);
  await it.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', other).execute();
    await noteLostPermissions(tx, { by: author(one), lost: [NEEDS] }, it.clock.now);
  });
  expect(await decide(one)).toContain('you took this permission away from the only person who could decide it');
  later(31);
  expect(await decide(one)).toBe('alone');
});

test('a hand may count only since a moment', async () => {
  const [one] = [await admin(), await admin()];
  await captured(one);
  expect(await decide(one, { ...MONEY, since: new Date(it.clock.now.getTime() + 1) })).toBe('free');
  expect(await decide(one, { ...MONEY, since: it.clock.now })).not.toBe('free');
});
