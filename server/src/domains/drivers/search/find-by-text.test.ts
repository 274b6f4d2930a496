import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { findDriversByText } from './find-by-text.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const ASKED = { most: 9, byIdNumber: true };

/** PostgreSQL plans a prepared statement so often before it may keep a plan for all values. */
const TRIALS = 5;

/** Sums of the statements that one connection ran for so many searches of each text. */
const ranBy = (texts: readonly string[], times: number) =>
  it.db.transaction().execute(async (tx) => {
    const before = await countOf(tx);
    for (let n = 0; n < times; n += 1) for (const text of texts) await findDriversByText(tx, text, ASKED);
    const after = await countOf(tx);
    return { statements: after.runs - before.runs, planned: after.planned - before.planned };
  });

const countOf = async (db: TestApp['db']): Promise<{ runs: number; planned: number }> => {
  const { rows } = await sql<{ runs: number; planned: number }>`
    SELECT coalesce(sum(generic_plans + custom_plans), 0)::integer AS runs, coalesce(sum(custom_plans), 0)::integer AS planned
    FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared_statements%'`.execute(db);
  return rows[0] ?? { runs: 0, planned: 0 };
};

test.each([
  ['a code', 'DRV9999990'],
  ['the end of a plate', '7777-20'],
  ['a mobile number with letters in place of digits', 'O24OOO77'],
  ['a name', 'zwolgin'],
  ['a double name', 'zwolgin-xorla'],
])('a search for %s is one statement, found or near, and its plan is kept', async (_, text) => {
  expect(await ranBy([text], 20)).toEqual({ statements: 20, planned: TRIALS });
});

test('drivers whose number begins so come before those whose name does, and these before those who are near', async () => {
  const named = async (last_name: string, car_number?: string) =>
    (await buildDriver(it, { first_name: 'Esi', last_name, ...(car_number && { car_number }) })).driver.id;
  const near = await named('VODZOGBI');
  const begun = await named('VODZOGBE');
  const car = await named('Adom', 'VODZOGB 11-24');
  const { rows, near: others } = await findDriversByText(it.db, 'vodzogb', ASKED);
  expect(rows.map(({ id }) => id)).toEqual([car, begun, near]);
  expect(others).toEqual([]);
  const whole = await findDriversByText(it.db, 'vodzogbe', ASKED);
  expect([whole.rows.map(({ id }) => id), whole.near.map(({ id }) => id)]).toEqual([[begun], [near]]);
});

test('several names find the same in either order, and those who are near after those who are spelt so', async () => {
  const named = async (last_name: string) => (await buildDriver(it, { first_name: 'Xefua', last_name })).driver.id;
  const [typed, near] = [await named('QUARCOOPOME'), await named('KWAKUPOME')];
  for (const text of ['xefua quarcoopome', 'quarcoopome xefua']) {
    const found = await findDriversByText(it.db, text, ASKED);
    expect([text, found.rows.map(({ id }) => id)]).toEqual([text, [typed]]);
    expect(found.near.map(({ id }) => id)).toEqual([near]);
  }
});
