import { today } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driverOfAccount } from '#domains/drivers';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readStandings } from './read-standings.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const newDriver = async () => {
  const { driver } = await buildDriver(it);
  const current = await driverOfAccount(it.db, driver.account_id);
  if (!current) throw new Error('No driver');
  return current;
};

/** Runs the work on a database that counts the statements it is asked. */
const counted = async <T>(work: (db: TestApp['db']) => Promise<T>): Promise<{ result: T; statements: number }> => {
  let statements = 0;
  const db = it.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { result: await work(db), statements };
};

test('of many drivers each has what they paid and owe, by as many statements as one driver takes', async () => {
  const [one, other, third] = [await newDriver(), await newDriver(), await newDriver()];
  await buildPayment(it, submissionOf(one), 'cleared');
  await buildPayment(it, subscriptionOf(one, 2026, 'NOVEMBER'), 'submitted');
  await buildPayment(it, submissionOf(other), 'rejected');
  const day = today(it.clock.now);
  const alone = await counted((db) => readStandings(db, [one], day));
  const all = await counted((db) => readStandings(db, [one, other, third], day));
  expect(all.statements).toBe(alone.statements);
  expect(all.result.get(one.id)).toEqual(alone.result.get(one.id));
  const codes = (id: string) => all.result.get(id)?.due.map(({ type_code }) => type_code);
  expect(codes(one.id)).toEqual(['DP', 'SS']);
  expect(codes(other.id)).toEqual(['RF', 'DP', 'SS']);
  expect(codes(third.id)).toEqual(['RF', 'DP', 'SS']);
  expect(all.result.get(one.id)?.due.at(-1)).toMatchObject({ type_code: 'SS', waiting: 30_000n });
});
