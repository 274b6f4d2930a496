import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

test('values of each kind come out of the database as their type', async () => {
  const { rows } = await sql`
    SELECT 9007199254740993::bigint AS bigint, 1::int AS int, 300.50::numeric(14, 2) AS money, count(*) AS count,
      sum(1::numeric) AS sum, DATE '2026-02-28' AS day, DATE '0099-12-31' AS early_day,
      TIMESTAMPTZ '2026-11-20 10:00:00.123+00' AS instant, '{"a": [1, null]}'::jsonb AS json, true AS flag,
      ARRAY['x', 'y']::text[] AS texts, '\\x00ff'::bytea AS bytes, NULL AS nothing, 1.5::float8 AS float`.execute(
    it.db,
  );
  const { bytes, ...others } = rows[0] as { bytes: Uint8Array };
  expect([...bytes]).toEqual([0, 255]);
  expect(others).toEqual({
    bigint: '9007199254740993',
    int: 1,
    money: '300.50',
    count: '1',
    sum: '1',
    day: '2026-02-28',
    early_day: '0099-12-31',
    instant: new Date('2026-11-20T10:00:00.123Z'),
    json: { a: [1, null] },
    flag: true,
    texts: ['x', 'y'],
    nothing: null,
    float: 1.5,
  });
});

test('values of each kind go into the database as they are', async () => {
  const instant = new Date('2026-11-20T10:00:00.123Z');
  const { rows } = await sql`
    SELECT ${'2026-02-28'}::date AS day, ${instant}::timestamptz AS instant, ${'300.50'}::numeric(14, 2) AS money,
      ${12345678901n}::bigint AS bigint, ${JSON.stringify({ a: 'ɔ' })}::jsonb AS json, ${null}::text AS nothing,
      ${['x', 'y,"']}::text[] AS texts, ${true}::boolean AS flag`.execute(it.db);
  expect(rows).toEqual([
    {
      day: '2026-02-28',
      instant,
      money: '300.50',
      bigint: '12345678901',
      json: { a: 'ɔ' },
      nothing: null,
      texts: ['x', 'y,"'],
      flag: true,
    },
  ]);
});

test('a day of the database is a day of UTC, whatever the machine’s time zone', async () => {
  const { rows } = await sql`SELECT (TIMESTAMPTZ '2026-11-20 23:59:59+00')::date AS day`.execute(it.db);
  expect(rows).toEqual([{ day: '2026-11-20' }]);
});

test('an error tells its code and its constraint', async () => {
  await sql`CREATE TABLE plates (plate text CONSTRAINT plates_one PRIMARY KEY)`.execute(it.db);
  await sql`INSERT INTO plates VALUES ('GR 1')`.execute(it.db);
  await expect(sql`INSERT INTO plates VALUES ('GR 1')`.execute(it.db)).rejects.toMatchObject({
    code: '23505',
    constraint: 'plates_one',
  });
});
