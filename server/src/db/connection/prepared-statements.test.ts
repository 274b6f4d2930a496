import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import type { Db } from '../database.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
  await sql`CREATE TABLE things (id integer, name text)`.execute(it.db);
  await sql`INSERT INTO things VALUES (1, 'one'), (2, 'two')`.execute(it.db);
});
afterAll(() => it.close());

const preparedLike = async (db: Db, part: string): Promise<number> => {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(part)).length;
};

test('a statement that is repeated with other values is prepared once', async () => {
  await it.db.connection().execute(async (db) => {
    const nameOf = (id: number) => sql<{ name: string }>`SELECT name FROM things WHERE id = ${id}`.execute(db);
    expect([(await nameOf(1)).rows, (await nameOf(2)).rows]).toEqual([[{ name: 'one' }], [{ name: 'two' }]]);
    expect(await preparedLike(db, 'SELECT name FROM things')).toBe(1);
  });
});

test('a statement that failed when it was prepared can be asked again', async () => {
  await it.db.connection().execute(async (db) => {
    const count = () => sql<{ n: number }>`SELECT count(id)::integer AS n FROM later WHERE id > ${0}`.execute(db);
    await expect(count()).rejects.toMatchObject({ code: '42P01' });
    await sql`CREATE TABLE later (id integer)`.execute(db);
    expect((await count()).rows).toEqual([{ n: 0 }]);
  });
});

test('a connection survives a column that a migration adds', async () => {
  await it.db.connection().execute(async (db) => {
    const all = () => sql`SELECT * FROM things WHERE id = ${1}`.execute(db);
    const some = () => sql`SELECT id, name FROM things WHERE id = ${1}`.execute(db);
    expect([(await all()).rows, (await some()).rows]).toEqual([[{ id: 1, name: 'one' }], [{ id: 1, name: 'one' }]]);
    await sql`ALTER TABLE things ADD COLUMN note text`.execute(db);
    expect((await all()).rows).toEqual([{ id: 1, name: 'one', note: null }]);
    expect((await some()).rows).toEqual([{ id: 1, name: 'one' }]);
  });
});

test('a transaction that fails and is taken back leaves its statements usable', async () => {
  const half = (n: number) => sql<{ half: number }>`SELECT 10 / ${n}::integer AS half`;
  const failed = it.db.transaction().execute(async (tx) => {
    await half(0).execute(tx);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect((await half(2).execute(it.db)).rows).toEqual([{ half: 5 }]);
});

test('a statement without values is prepared too, and one that writes into a table answers what it wrote', async () => {
  await it.db.connection().execute(async (db) => {
    const count = () => sql<{ n: string }>`SELECT count(*) AS n FROM things WHERE id < 3`.execute(db);
    const add = (id: number) => sql`INSERT INTO things (id, name) VALUES (${id}, 'more')`.execute(db);
    expect([(await count()).rows, (await count()).rows]).toEqual([[{ n: '2' }], [{ n: '2' }]]);
    expect([(await add(3)).numAffectedRows, (await add(4)).numAffectedRows]).toEqual([1n, 1n]);
    expect(await preparedLike(db, 'count(*) AS n FROM things')).toBe(1);
  });
});

test('a connection keeps the plans of the statements that were used last, also within a transaction that failed', async () => {
  await it.db.connection().execute(async (db) => {
    const often = () => sql`SELECT 'often' WHERE 1 = ${1}`.execute(db);
    const one = (n: number) => sql`SELECT ${sql.lit(n)} AS rare WHERE 1 = ${1}`.execute(db);
    for (let n = 0; n < 500; n += 1) {
      await one(n);
      await often();
    }
    const { rows } = await sql<{ statement: string; calls: string }>`
      SELECT statement, generic_plans + custom_plans AS calls FROM pg_prepared_statements`.execute(db);
    expect(rows.length).toBeLessThanOrEqual(200);
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.find(({ statement }) => statement.includes('often'))?.calls).toBe('500');
    expect((await one(0)).rows).toEqual([{ rare: 0 }]);
    await sql`SELECT 'belated' WHERE 1 = ${1}`.execute(db);
    expect(await preparedLike(db, 'belated')).toBe(1);

    await sql`BEGIN`.execute(db);
    await expect(sql`SELECT 1 / ${0}::integer`.execute(db)).rejects.toMatchObject({ code: '22012' });
    for (let n = 1000; n < 1100; n += 1) await expect(one(n)).rejects.toMatchObject({ code: '25P02' });
    await sql`ROLLBACK`.execute(db);
    expect(await preparedLike(db, '')).toBeLessThanOrEqual(200);
    expect((await one(1000)).rows).toEqual([{ rare: 1000 }]);
  });
});
