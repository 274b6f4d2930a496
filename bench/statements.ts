import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { defaultRights } from '@banbo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { statementImport } from '../server/src/domains/clearance/index.ts';
import { importOfStatements } from '../server/src/domains/clearance/statements/statement-import.ts';
import { findAuthor } from '../server/src/domains/identity/index.ts';
import { jobServer } from '../server/src/domains/jobs/index.ts';
import { MAPPING, statementCsv } from '../server/test/builders/statements.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { openBench } from './lib/driver.ts';

/** Times a statement from file to money, against a COPY and an UPDATE by the plain driver. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    drivers: { type: 'string', default: '20000' },
    payments: { type: 'string', default: '200000' },
    lines: { type: 'string', default: '10000' },
  },
});
const lines = Number(given.lines);

const opened = await openBench(
  { bin: given.postgres, drivers: Number(given.drivers), payments: Number(given.payments) },
  prepare,
);
const { db, where } = opened;
const now = () => new Date();

const timed = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const begun = performance.now();
  const result = await work();
  return [(performance.now() - begun) / 1000, result];
};

const account = await db
  .insertInto('accounts')
  .values({ kind: 'staff', login: 'bench', role: 'SuperAdmin', status: 'active', created_at: now() })
  .returning('id')
  .executeTakeFirstOrThrow();
const by = {
  accountId: account.id,
  login: 'bench',
  ...defaultRights('SuperAdmin'),
  sessionId: '0',
  requestId: 'bench',
};

const waiting = await db
  .selectFrom('payments')
  .select(['transaction_id', 'amount'])
  .where('status', '=', 'submitted')
  .orderBy('id')
  .limit(lines)
  .execute();
const others = Array.from({ length: lines - waiting.length }, (_, at) => ({
  transaction_id: `N${String(at + 1).padStart(10, '0')}`,
  amount: '200.00',
}));
const money = [...waiting, ...others];
const csv = statementCsv(money.map(({ transaction_id: id, amount }) => ({ date: '18/11/2026', id, amount })));

/** The same lines without rules: copies them into a table, clears their payments, undoes both. */
const bare = async (): Promise<number> => {
  const client = new pg.Client(where);
  await client.connect();
  try {
    await client.query('BEGIN');
    const [seconds] = await timed(async () => {
      await client.query('CREATE TEMPORARY TABLE copied (transaction_id text, amount numeric(14, 2)) ON COMMIT DROP');
      const stream = client.query(copyFrom('COPY copied FROM STDIN'));
      stream.end(money.map(({ transaction_id, amount }) => `${transaction_id}\t${amount}\n`).join(''));
      await once(stream, 'finish');
      await client.query(`UPDATE payments SET status = 'cleared' FROM copied
        WHERE transaction_key(payments.transaction_id) = transaction_key(copied.transaction_id)
          AND payments.amount = copied.amount AND payments.status = 'submitted'`);
    });
    await client.query('ROLLBACK');
    return seconds;
  } finally {
    await client.end();
  }
};

const chunkMs: number[] = [];
const jobs = jobServer({
  db,
  chunked: [statementImport],
  findAuthor,
  onError: (_, error) => {
    throw error;
  },
  pause: async () => {
    chunkMs.push(performance.now());
  },
});

const say = (name: string, seconds: number): void =>
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${(lines / seconds).toFixed(0)} |`);

try {
  console.log(`${lines} lines, ${waiting.length} of them with a claim that waits, ${given.payments} payments\n`);
  console.log('| | Seconds | Lines a second |\n|---|---:|---:|');
  await bare();
  const plain = await bare();
  say('One COPY and one UPDATE … FROM', plain);
  const [reading, read] = await timed(() => importOfStatements.read(new File([csv], 'bench.csv')));
  say('Reading the file', reading);
  const [storing, id] = await timed(() =>
    db.transaction().execute((tx) => importOfStatements.store(tx, read, { by, now: now() })),
  );
  say('Storing its lines', storing);
  const none = { amount_out: null, direction: null, currency: null, payer_number: null, fee: null, balance: null };
  const mapping = { ...none, network: null, covers_from: null, covers_to: null, directions: [], ...MAPPING };
  const [checking] = await timed(() =>
    db.transaction().execute((tx) => importOfStatements.check(tx, mapping, { id, by, now: now() })),
  );
  say('Checking them', checking);
  await db.transaction().execute((tx) => importOfStatements.start(tx, { id, by, now: now() }));
  const begun = performance.now();
  const [importing] = await timed(() => jobs.runDue());
  say('Importing them', importing);
  const ends = [begun, ...chunkMs];
  const longest = Math.max(...ends.slice(1).map((end, at) => end - (ends[at] ?? end)));
  const { rows } = await sql`SELECT outcome, count(*) FROM statement_lines GROUP BY outcome ORDER BY outcome`.execute(
    db,
  );
  console.log(`\nThe import takes ${(importing / plain).toFixed(1)} times as long as the bare statements.`);
  console.log(`The longest chunk took ${longest.toFixed(0)} ms. ${JSON.stringify(rows)}`);
} finally {
  await jobs.stop();
  await opened.close();
}
