import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { foldTotals } from '../server/src/db/totals/fold-totals.ts';
import { post } from '../server/src/domains/ledger/index.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { openBench } from './lib/driver.ts';
import { serveApart } from './lib/served-apart.ts';

/** A proof of the books as its process tells of it, with its memory in megabytes. */
type Proved = {
  postings: number;
  differences: number;
  seconds: Record<string, number>;
  whole: number;
  before: number;
  most: number;
};

/** Proves books of many journals, as `npm run books:check` does: postings a second and memory. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    entries: { type: 'string', default: '100000' },
  },
});
const entries = Number(given.entries);

/** The limits of memory that `npm run books:check` gives its process. */
const limitsOfCommand = async (): Promise<string[]> => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  const limits = String(scripts['books:check']).match(/--max-[a-z-]+=\d+/g);
  if (!limits) throw new Error('The command has no limits of memory');
  return limits;
};

/** Entries that one transaction posts. */
const BATCH = 1_000;

const opened = await openBench({ bin: given.postgres, drivers: 1, payments: 0 }, prepare);
const { db } = opened;

/** Journals of three lines over two years, and their entries. */
const write = async (): Promise<void> => {
  const [{ id: by }] = (await db
    .insertInto('accounts')
    .values({ kind: 'staff', login: 'bench', role: 'SuperAdmin', status: 'active', created_at: new Date() })
    .returning('id')
    .execute()) as [{ id: string }];
  for (let from = 1; from <= entries; from += BATCH) {
    const [first, last] = [sql.lit(from), sql.lit(Math.min(from + BATCH - 1, entries))];
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; number: string; day: string }>`
        INSERT INTO journals (number, kind, day, description, amount, made_by, made_at)
        SELECT 'J2025-' || lpad(n::text, 8, '0'), 'general', DATE '2025-01-01' + (n * 690::bigint / ${sql.lit(entries)})::integer,
          'Rent of a room', 30, ${by}, now()
        FROM generate_series(${first}, ${last}) AS n ORDER BY n RETURNING id, number, day`.execute(tx);
      const ids = rows.map(({ id }) => id);
      await sql`
        INSERT INTO journal_lines (journal_id, line, account, amount)
        SELECT id, line, account, amount FROM unnest(${ids}::bigint[]) AS id,
          (VALUES (1, '5050', 20), (2, '5010', 10), (3, '1020', -30)) AS lines (line, account, amount)`.execute(tx);
      await sql`
        UPDATE journals SET status = 'posted', posted_by = ${by}, posted_at = now()
        WHERE id = ANY(${ids}::bigint[])`.execute(tx);
      const journals = rows.map(({ id, number, day }) => ({
        ...({ day, kind: 'journal', subjectId: id, description: `${number}: Rent of a room` } as const),
        postings: [
          { account: '5050', pesewas: 2_000n },
          { account: '5010', pesewas: 1_000n },
          { account: '1020', pesewas: -3_000n },
        ],
      }));
      await post(tx, journals, { by: null, now: new Date() });
    });
  }
};

try {
  await write();
  await foldTotals(db);
  await sql`VACUUM ANALYZE`.execute(db);
  const proving = serveApart('proving-books.ts', [JSON.stringify(opened.where)], {
    flags: await limitsOfCommand(),
  });
  const { postings, differences, seconds, whole, before, most } = await proving.hear<Proved>();
  await proving.end();
  console.log(`${postings} postings of ${entries} entries; ${differences} differences\n`);
  console.log('| Part | Seconds |\n|---|---:|');
  for (const [part, took] of Object.entries(seconds)) if (took >= 0.01) console.log(`| ${part} | ${took.toFixed(2)} |`);
  console.log(`| all | ${whole.toFixed(2)} |\n`);
  const ofChain = postings / (seconds.entries ?? whole);
  console.log(`${Math.round(postings / whole)} postings a second, ${Math.round(ofChain)} in the chain alone.`);
  console.log(`At most ${most.toFixed(0)} MB, of which it had ${before.toFixed(0)} before it began.`);
} finally {
  await opened.close();
}
