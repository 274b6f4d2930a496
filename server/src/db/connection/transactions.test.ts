import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import type { Db } from '../database.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
  await sql`CREATE TABLE marks (mark text PRIMARY KEY, xid text NOT NULL)`.execute(it.db);
});
afterAll(() => it.close());

/** Writes a mark and answers the number of its transaction, as the database gives it. */
const write = async (db: Db, mark: string): Promise<string> => {
  const { rows } = await sql<{ xid: string }>`
    INSERT INTO marks VALUES (${mark}, pg_current_xact_id()::text) RETURNING xid`.execute(db);
  return rows[0]?.xid ?? '';
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

const inTransaction = async (name: string, ends: boolean): Promise<string[]> => {
  const xids: string[] = [];
  const work = it.db.transaction().execute(async (tx) => {
    for (const step of [1, 2, 3]) {
      xids.push(await write(tx, `${name}.${step}`));
      await turn();
    }
    if (!ends) throw new Error('given up');
  });
  await work.catch((error: Error) => expect(error.message).toBe('given up'));
  return xids;
};

test('transactions and plain queries at the same time never get into one another', async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const results = await Promise.all(
    numbers.map(async (number) => {
      const [kept, undone, plain] = await Promise.all([
        inTransaction(`kept ${number}`, true),
        inTransaction(`undone ${number}`, false),
        turn().then(() => write(it.db, `plain ${number}`)),
      ]);
      return [new Set(kept), new Set(undone), new Set([plain])];
    }),
  );
  const xids = results.flat();
  expect(xids.every((set) => set.size === 1)).toBe(true);
  expect(new Set(xids.flatMap((set) => [...set])).size).toBe(3 * numbers.length);

  const { rows } = await sql<{ kind: string; count: string }>`
    SELECT split_part(mark, ' ', 1) AS kind, count(*) FROM marks GROUP BY 1 ORDER BY 1`.execute(it.db);
  expect(rows).toEqual([
    { kind: 'kept', count: '120' },
    { kind: 'plain', count: '40' },
  ]);
});

test('a transaction that fails inside leaves the database usable and nothing of itself', async () => {
  const work = it.db.transaction().execute(async (tx) => {
    await write(tx, 'half');
    await sql`SELECT 1 / 0`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  const { rows } = await sql`SELECT mark FROM marks WHERE mark = 'half'`.execute(it.db);
  expect(rows).toEqual([]);
});

test('a deferred constraint that fails at the commit fails the transaction', async () => {
  await sql`CREATE TABLE pairs (id integer PRIMARY KEY, other integer REFERENCES pairs DEFERRABLE INITIALLY DEFERRED)`.execute(
    it.db,
  );
  const alone = it.db.transaction().execute((tx) => sql`INSERT INTO pairs VALUES (1, 2)`.execute(tx));
  await expect(alone).rejects.toMatchObject({ code: '23503' });
  await write(it.db, 'afterwards');
});
