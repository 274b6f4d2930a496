import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { getList } from '../../../test/list.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('drivers pay three types, each with its rules, and the land side has its six', async () => {
  const drivers = await getList(it, '/payment_types?side=drivers');
  expect(drivers.rows.map((row: { type_code: string }) => row.type_code)).toEqual(['RF', 'SS', 'DP']);
  const rules = drivers.rows.map(({ side, period, required_type }: Record<string, unknown>) => [
    side,
    period,
    required_type,
  ]);
  expect(rules).toEqual([
    ['drivers', 'once', null],
    ['drivers', 'monthly', 'RF'],
    ['drivers', 'once', 'RF'],
  ]);
  const all = await getList(it, '/payment_types');
  expect(all.rows.map((row: { type_code: string }) => row.type_code)).toEqual([
    ...['RF', 'SS', 'DP'],
    ...['CC1000', 'CC2000', 'CC3000', 'CC4000', 'CC5000', 'CC6000'],
  ]);
});

test('every type of drivers, or each plan of one that is priced by plan, has a price in each of the years 2024 to 2027, the newest year first', async () => {
  const { count, rows } = await getList(it, '/payment_list');
  expect(count).toBe('20');
  expect(rows[0]).toMatchObject({ year: 2027, type_code: 'RF', description: 'REGISTRATION FEE', amount: '200.00' });
  const of2026 = await getList(it, '/payment_list?year=2026');
  const fees = of2026.rows
    .slice(0, 5)
    .map(({ type_code, plan, amount }: Record<string, string>) => [type_code, plan, amount]);
  expect(fees).toEqual([
    ['RF', null, '200.00'],
    ['SS', 'monthly', '300.00'],
    ['SS', 'standard', '800.00'],
    ['SS', 'platinum', '1200.00'],
    ['DP', null, '1500.00'],
  ]);
  expect(of2026.rows).toHaveLength(5);
});

test('prices and types that staff changed or deleted stay so at the next start, and nothing is doubled', async () => {
  await it.db
    .updateTable('payment_list')
    .set({ amount: '250.00' })
    .where('year', '=', 2027)
    .where('type_code', '=', 'RF')
    .execute();
  await it.db.updateTable('payment_types').set({ period: 'any' }).where('type_code', '=', 'DP').execute();
  await it.db.deleteFrom('payment_list').where('type_code', '=', 'CC6000').execute();
  await it.db.deleteFrom('payment_types').where('type_code', '=', 'CC6000').execute();
  const before = await everything();
  await seedReference(it.db);
  expect(await everything()).toEqual(before);
});

test('a price that a later version brings for a type staff deleted is left out', async () => {
  await it.db.deleteFrom('payment_list').where('type_code', '=', 'CC5000').execute();
  await it.db.deleteFrom('payment_types').where('type_code', '=', 'CC5000').execute();
  await it.db.deleteFrom('reference_seeds').where('item', '=', '2027 CC5000').execute();
  const before = await everything();
  await seedReference(it.db);
  expect(await everything()).toEqual(before);
});

const everything = async () => ({
  types: await it.db.selectFrom('payment_types').selectAll().orderBy('id').execute(),
  prices: await it.db.selectFrom('payment_list').selectAll().orderBy('id').execute(),
});
