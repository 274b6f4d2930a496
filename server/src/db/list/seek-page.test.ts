import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';
import type { Db } from '../database.ts';
import { foldTotals } from '../totals/fold-totals.ts';
import type { TotalFilter } from '../totals/read-totals.ts';
import { seekPage } from './seek-page.ts';

// Some days are empty, one exceeds a page, and each period has two keys, folded and not.
const DAYS = ['2024-02-29', '2024-12-31', '2025-01-01', '2026-11-01', '2026-11-19', '2026-11-20'];
const ROWS = 3_000;
const THINGS: TotalFilter = { measures: ['things'] };

let it: TestApp;
let all: string[];

const run = async (db: Db, statement: string) => sql.raw(statement).execute(db);

beforeAll(async () => {
  it = await startApp();
  const days = DAYS.map((day) => `'${day}'`).join(', ');
  await run(it.db, 'CREATE TABLE things (id integer PRIMARY KEY, day date)');
  await run(it.db, `SELECT define_total('things', 'things', $$'things'$$, 'id % 2', 'day')`);
  const add = (from: number, to: number) =>
    run(
      it.db,
      `INSERT INTO things SELECT n, (ARRAY[${days}])[1 + n * n % 7 % ${DAYS.length}]::date FROM generate_series(${from}, ${to}) n`,
    );
  await add(1, 2_000);
  await foldTotals(it.db);
  await add(2_001, ROWS + 10);
  await run(it.db, `DELETE FROM things WHERE id > ${ROWS}`);
  const rows = await sql<{ id: number }>`SELECT id FROM things ORDER BY day DESC, id DESC`.execute(it.db);
  all = rows.rows.map(({ id }) => String(id));
});
afterAll(() => it.close());

const readPage = async (page: number, size: number): Promise<string[]> => {
  const { start } = await seekPage(it.db, THINGS, { page, size });
  if (!start) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM things WHERE ${start.day === null ? sql`true` : sql`day <= ${start.day}`}
    ORDER BY day DESC, id DESC LIMIT ${size} OFFSET ${start.skip}`.execute(it.db);
  return rows.map(({ id }) => String(id));
};

test('pages of any size are the list itself, whole and without overlap', async () => {
  for (const size of [7, 200, 999]) {
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(ROWS / size); page += 1) pages.push(...(await readPage(page, size)));
    expect(pages).toEqual(all);
  }
});

test('a page behind the end is empty and still has the totals', async () => {
  const behind = await seekPage(it.db, THINGS, { page: 10_000_000, size: 200 });
  expect(behind).toEqual({ count: ROWS, start: null });
});

test('an empty list has totals of nothing', async () => {
  const none = await seekPage(it.db, { ...THINGS, key: '9' }, { page: 1, size: 20 });
  expect(none).toEqual({ count: 0, start: null });
});

test('a deep page is read from within its own day', async () => {
  const { start } = await seekPage(it.db, THINGS, { page: ROWS, size: 1 });
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM things WHERE day = ${start?.day}`.execute(it.db);
  expect(start?.day).toBe('2024-02-29');
  expect(start?.skip).toBeLessThan(Number(rows[0]?.count));
});
