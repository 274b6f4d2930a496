import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { getList } from '../../../test/list.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('a page of nationalities is asked for by number, and a bad number is named', async () => {
  const response = await it.app.inject('/api/nationality?page=zero');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'querystring.page' }] });
});

test('the first page of nationalities holds every country’s, by name', async () => {
  const { count, rows } = await getList(it, '/nationality');
  expect(count).toBe('197');
  const names = rows.map((row: { nationality: string }) => row.nationality);
  expect(names).toHaveLength(197);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(['GHANAIAN', 'NIGERIAN', 'PALESTINIAN', 'KOSOVAR', 'TAIWANESE']));
});

test('a page of a lookup counts the whole list', async () => {
  const { count, rows } = await getList(it, '/nationality?page=2&size=100');
  expect(count).toBe('197');
  expect(rows).toHaveLength(97);
});

test('Ghana’s six identification types and the fourteen relationships are offered', async () => {
  const identifications = await getList(it, '/identification');
  expect(identifications.rows.map((row: { identification: string }) => row.identification)).toEqual([
    'GHANA CARD',
    'PASSPORT',
    "DRIVER'S LICENCE",
    'VOTER ID',
    'NHIS CARD',
    'SSNIT',
  ]);
  const relationships = await getList(it, '/relationship/get_relationship');
  expect(relationships.rows).toHaveLength(14);
  expect(relationships.rows[0]).toMatchObject({ relationship: 'WIFE' });
});

test('what staff changed or deleted stays so at the next start, and nothing is doubled', async () => {
  await it.db.deleteFrom('nationalities').where('nationality', '=', 'MOSOTHO').execute();
  await it.db
    .updateTable('identifications')
    .set({ identification: 'E-PASSPORT' })
    .where('identification', '=', 'PASSPORT')
    .execute();
  const before = await everything();
  await seedReference(it.db);
  expect(await everything()).toEqual(before);
});

const everything = async () => ({
  nationalities: await it.db.selectFrom('nationalities').selectAll().orderBy('id').execute(),
  identifications: await it.db.selectFrom('identifications').selectAll().orderBy('id').execute(),
});
