import { parseArgs } from 'node:util';
import { defaultRights, type SuggestedLandMapping } from '@banbo/contract';
import { sql } from 'kysely';
import { findAuthor } from '../server/src/domains/identity/index.ts';
import { jobServer } from '../server/src/domains/jobs/index.ts';
import { importOfLand } from '../server/src/domains/land/imports/land-import.ts';
import { landTakeBack, takeBackOfLand } from '../server/src/domains/land/imports/taking-back.ts';
import { nextHeldLine, registerCsv, squareAt } from '../server/test/builders/land-registers.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { openBench } from './lib/driver.ts';

/** Measures the time and memory of a register's import, and its rows by the bare driver. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    lines: { type: 'string', default: '10000' },
  },
});
const lines = Number(given.lines);
/** Rows of a statement of the bare driver, as many as lines of a chunk. */
const PER_STATEMENT = 250;
const A_ROW = 500;
const MB = 1024 * 1024;

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db, plain } = opened;
const now = () => new Date();

const timed = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const begun = performance.now();
  const result = await work();
  return [(performance.now() - begun) / 1000, result];
};
const say = (name: string, seconds: number): void =>
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${(lines / seconds).toFixed(0)} |`);

const { rows: accounts } = await sql<{ id: string }>`
  INSERT INTO accounts (kind, login, role, created_at) VALUES ('staff', 'bench', 'SuperAdmin', now()) RETURNING id`.execute(
  db,
);
const by = {
  ...{ accountId: accounts[0]?.id ?? '', login: 'bench', ...defaultRights('SuperAdmin') },
  ...{ sessionId: '0', requestId: 'bench' },
};
await db.insertInto('zones').values({ zone: 'BENCH' }).execute();

/** The same rows into tables with the same indexes and checks, and no rule of ours. */
const insertSame = async (): Promise<number> => {
  let took = 0;
  for (const table of ['plots', 'tenants', 'tenancies']) {
    await plain.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`, []);
    const [names] = await plain.query(
      `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
        WHERE table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
      [table],
    );
    const rows = (await plain.query(`SELECT to_jsonb(${table}) AS row FROM ${table}`, [])).map(({ row }) => row);
    const [seconds] = await timed(async () => {
      for (let from = 0; from < rows.length; from += PER_STATEMENT)
        await plain.query(
          `INSERT INTO copied_${table} (${names?.names}) SELECT ${names?.names} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
          [JSON.stringify(rows.slice(from, from + PER_STATEMENT))],
        );
    });
    took += seconds;
  }
  return took;
};

const jobs = jobServer({
  db,
  chunked: [importOfLand.job, landTakeBack],
  findAuthor,
  onError: (_, error) => {
    throw error;
  },
});

try {
  const all = Array.from({ length: lines }, (_, n) =>
    nextHeldLine('BENCH', { Boundary: squareAt(n % A_ROW, Math.floor(n / A_ROW)) }),
  );
  const file = new File([registerCsv(all)], 'bench.csv');
  const before = process.memoryUsage.rss();
  // Asking the kernel from within would cost more than the import does.
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  console.log(`${lines} lines, each with a boundary, a tenant and a tenancy\n`);
  console.log('| | Seconds | Lines a second |\n|---|---:|---:|');
  const [reading, read] = await timed(() => importOfLand.read(file));
  say('Reading the file', reading);
  const [storing, id] = await timed(() =>
    db.transaction().execute((tx) => importOfLand.store(tx, read, { by, now: now() })),
  );
  say('Storing its lines', storing);
  const usual = {
    default_land_use: 'residential',
    default_owner_kind: 'stool',
    default_owner_name: 'Bench Stool',
  } as const;
  const suggested = read.suggestion as SuggestedLandMapping;
  const mapping = {
    ...suggested,
    ...usual,
    day_order: 'dmy',
    default_nationality: 'GHANAIAN',
    plot_number: 2,
  } as const;
  const [checking] = await timed(() =>
    db.transaction().execute((tx) => importOfLand.check(tx, mapping, { id, by, now: now() })),
  );
  say('Saying what would happen', checking);
  await db.transaction().execute((tx) => importOfLand.start(tx, { id, by, now: now() }));
  const [importing] = await timed(() => jobs.runDue());
  say('Importing them', importing);
  clearInterval(watching);
  const { tenancies } = await importOfLand.find(db, id);
  if (tenancies !== lines) throw new Error(`${tenancies} tenancies were made of ${lines} lines`);
  say('The same rows by the bare driver', await insertSame());
  const body = { reason: 'The bench.' };
  await db.transaction().execute((tx) => takeBackOfLand.start(tx, { id, by, now: now(), body }));
  const [takingBack] = await timed(() => jobs.runDue());
  say('Taking it back', takingBack);
  console.log(
    `\nMost memory until its end: ${(most / MB).toFixed(0)} MB, of which ${(before / MB).toFixed(0)} MB before.`,
  );
} finally {
  await jobs.stop();
  await opened.close();
}
