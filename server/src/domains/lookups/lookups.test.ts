import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const get = async (path: string) => {
  const response = await it.app.inject(`/api${path}`);
  return { count: response.headers['x-total-count'], rows: response.json() };
};

test('a page of nationalities is asked for by number, and a bad number is named', async () => {
  const response = await it.app.inject('/api/nationality?page=zero');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'querystring.page' }] });
});

test('the first page of nationalities holds every country’s, by name', async () => {
  const { count, rows } = await get('/nationality');
  expect(count).toBe('197');
  const names = rows.map((row: { nationality: string }) => row.nationality);
  expect(names).toHaveLength(197);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(['GHANAIAN', 'NIGERIAN', 'PALESTINIAN', 'KOSOVAR', 'TAIWANESE']));
});

test('a page of a lookup counts the whole list', async () => {
  const { count, rows } = await get('/nationality?page=2&size=100');
  expect(count).toBe('197');
  expect(rows).toHaveLength(97);
});

test('Ghana’s six identification types and the fourteen relationships are offered', async () => {
  const identifications = await get('/identification');
  expect(identifications.rows.map((row: { identification: string }) => row.identification)).toEqual([
    'GHANA CARD',
    'PASSPORT',
    "DRIVER'S LICENCE",
    'VOTER ID',
    'NHIS CARD',
    'SSNIT',
  ]);
  const relationships = await get('/relationship/get_relationship');
  expect(relationships.rows).toHaveLength(14);
  expect(relationships.rows[0]).toMatchObject({ relationship: 'WIFE' });
});

test('drivers pay three types, and the land side has its six', async () => {
  const drivers = await get('/payment_types?side=drivers');
  expect(drivers.rows.map((row: { type_code: string }) => row.type_code)).toEqual(['RF', 'SS', 'DP']);
  expect(drivers.rows[0]).toMatchObject({ description: 'REGISTRATION FEE', side: 'drivers' });
  const all = await get('/payment_types');
  expect(all.rows.map((row: { type_code: string }) => row.type_code)).toEqual([
    ...['RF', 'SS', 'DP'],
    ...['CC1000', 'CC2000', 'CC3000', 'CC4000', 'CC5000', 'CC6000'],
  ]);
});

test('every type has a price in each of the years 2024 to 2027, the newest year first', async () => {
  const { count, rows } = await get('/payment_list');
  expect(count).toBe('36');
  expect(rows[0]).toMatchObject({ year: 2027, type_code: 'RF', description: 'REGISTRATION FEE', amount: '200.00' });
  const of2026 = await get('/payment_list?year=2026');
  expect(of2026.rows.slice(0, 3).map((row: { amount: string }) => row.amount)).toEqual(['200.00', '300.00', '1500.00']);
  expect(of2026.rows).toHaveLength(9);
});

test('what staff changed or deleted stays so at the next start, and nothing is doubled', async () => {
  await it.db.deleteFrom('nationalities').where('nationality', '=', 'MOSOTHO').execute();
  await it.db
    .updateTable('identifications')
    .set({ identification: 'E-PASSPORT' })
    .where('identification', '=', 'PASSPORT')
    .execute();
  await it.db
    .updateTable('payment_list')
    .set({ amount: '250.00' })
    .where('year', '=', 2027)
    .where('type_code', '=', 'RF')
    .execute();
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
  nationalities: await it.db.selectFrom('nationalities').selectAll().orderBy('id').execute(),
  identifications: await it.db.selectFrom('identifications').selectAll().orderBy('id').execute(),
  types: await it.db.selectFrom('payment_types').selectAll().orderBy('id').execute(),
  prices: await it.db.selectFrom('payment_list').selectAll().orderBy('id').execute(),
});
