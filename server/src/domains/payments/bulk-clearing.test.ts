import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal } from '#lib/refusal.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { type Payer, submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { type ChangedPayment, transitionPayments } from './payment-changes.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const newPayer = async () => (await buildDriver(it)).driver;
const clear = (ids: string[], skipOthers = true) =>
  it.db
    .transaction()
    .execute((tx) => transitionPayments(tx, { ids, change: 'clear', by: null, skipOthers, now: it.clock.now }));

type Outcome = Awaited<ReturnType<typeof clear>>;
const idsOf = (rows: readonly ChangedPayment[]) => rows.map(({ id }) => id);
const refusedIds = ({ refused }: Outcome) => refused.map(({ row, refusal }) => [row.id, refusal.code]);

const cleared = async (ids: string[]): Promise<string[]> => {
  const rows = it.db.selectFrom('payments').select('id').where('id', 'in', ids).where('status', '=', 'cleared');
  return (await rows.orderBy('id').execute()).map(({ id }) => id);
};

const ALREADY_PAID = 'What this payment is for was already paid with another payment.';

test('a claim for what is paid once is refused when another one was cleared', async () => {
  const payer = await newPayer();
  const [one, other] = [await buildPayment(it, submissionOf(payer)), await buildPayment(it, submissionOf(payer))];
  await changePayment(it, one, 'clear');
  await expect(changePayment(it, other, 'clear')).rejects.toMatchObject({
    code: 'already_paid',
    message: ALREADY_PAID,
  });
});

test('of claims cleared together one for each fee is cleared, and the others are told apart', async () => {
  const [payer, neighbour] = [await newPayer(), await newPayer()];
  const fee = await buildPayment(it, submissionOf(payer));
  const again = await buildPayment(it, submissionOf(payer));
  const month = await buildPayment(it, subscriptionOf(payer, 2026, 'MAY'));
  const next = await buildPayment(it, subscriptionOf(payer, 2026, 'JUNE'));
  const another = await buildPayment(it, submissionOf(neighbour));
  const outcome = await clear([again, another, next, month, fee]);
  expect(idsOf(outcome.changed)).toEqual([fee, month, next, another]);
  expect(outcome.refused).toMatchObject([
    { row: { id: again, driver_id: payer.id }, refusal: { code: 'already_paid' } },
  ]);
  expect(await cleared([fee, again, month, next, another])).toEqual([fee, month, next, another]);
});

test('a claim whose fee was cleared before is told apart, and no other claim is lost by it', async () => {
  const payer = await newPayer();
  const fee = await buildPayment(it, submissionOf(payer));
  const [again, month] = [
    await buildPayment(it, submissionOf(payer)),
    await buildPayment(it, subscriptionOf(payer, 2026, 'JUNE')),
  ];
  await changePayment(it, fee, 'clear');
  const outcome = await clear([again, month]);
  expect(idsOf(outcome.changed)).toEqual([month]);
  expect(refusedIds(outcome)).toEqual([[again, 'already_paid']]);
});

test('what is paid any number of times is cleared any number of times', async () => {
  const payer = await newPayer();
  await buildPayment(it, submissionOf(payer), 'cleared');
  await it.db
    .insertInto('payment_types')
    .values({ type_code: 'ANY1', description: 'STICKERS', side: 'drivers', period: 'any', required_type: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ids = [
    await buildPayment(it, submissionOf(payer, { payment_type: 'ANY1' })),
    await buildPayment(it, submissionOf(payer, { payment_type: 'ANY1' })),
  ];
  expect(idsOf((await clear(ids)).changed)).toEqual(ids);
});

test('asked for all or none, one fee twice clears none, with the sentence', async () => {
  const payer = await newPayer();
  const ids = [await buildPayment(it, submissionOf(payer)), await buildPayment(it, submissionOf(payer))];
  await expect(clear(ids, false)).rejects.toMatchObject({ code: 'already_paid', message: ALREADY_PAID });
  expect(await cleared(ids)).toEqual([]);
});

/** Two claims for each fee of the drivers. */
const claimedTwice = async (payers: readonly Payer[]): Promise<{ ours: string[]; theirs: string[] }> => {
  const ours: string[] = [];
  const theirs: string[] = [];
  for (const payer of payers) {
    ours.push(await buildPayment(it, submissionOf(payer)), await buildPayment(it, subscriptionOf(payer, 2026, 'MAY')));
    theirs.push(
      await buildPayment(it, subscriptionOf(payer, 2026, 'MAY')),
      await buildPayment(it, submissionOf(payer)),
    );
  }
  return { ours, theirs };
};

test('of clearings at once with the same fees each fee is cleared once, and the other claim is told to be paid', async () => {
  const payers = [await newPayer(), await newPayer(), await newPayer()];
  for (let round = 0; round < 8; round += 1) {
    const { ours, theirs } = await claimedTwice(payers);
    const outcomes = await Promise.all([clear(ours), clear(theirs.toReversed()), clear([...theirs, ...ours])]);
    const won = outcomes.flatMap(({ changed }) => idsOf(changed));
    expect(won).toHaveLength(6);
    expect(await cleared([...ours, ...theirs])).toEqual(won.toSorted((one, other) => Number(one) - Number(other)));
    const refusals = outcomes.flatMap(({ refused }) =>
      refused.map(({ refusal }: { refusal: Refusal }) => refusal.code),
    );
    expect(new Set(refusals)).toEqual(new Set(['already_paid']));
    for (const id of won) await changePayment(it, id, 'reverse');
  }
});

test('a text that is no transaction ID is left out of what is cleared, and can be rejected', async () => {
  const payer = await newPayer();
  const [good, old] = [
    await buildPayment(it, submissionOf(payer)),
    await buildPayment(it, submissionOf(await newPayer())),
  ];
  await it.db.transaction().execute(async (tx) => {
    // Like a row from before the rule, which the check does not cover.
    await sql`ALTER TABLE payments DROP CONSTRAINT payments_transaction_id_digit`.execute(tx);
    await tx.updateTable('payments').set({ transaction_id: 'TRANSACTION' }).where('id', '=', old).execute();
    await sql`
      ALTER TABLE payments ADD CONSTRAINT payments_transaction_id_digit
        CHECK (transaction_id ~ '[0-9]' OR status IN ('rejected', 'reversed')) NOT VALID`.execute(tx);
  });
  const outcome = await clear([old, good]);
  expect(idsOf(outcome.changed)).toEqual([good]);
  expect(outcome.refused).toMatchObject([
    {
      refusal: {
        code: 'conflict',
        message: 'TRANSACTION is not a transaction ID, so this payment can only be rejected.',
      },
    },
  ]);
  await changePayment(it, old, 'reject');
});
