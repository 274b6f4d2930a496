import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { foldTotals } from '../server/src/db/totals/fold-totals.ts';
import { tokenKeys } from '../server/src/domains/identity/index.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, compare } from './lib/compare.ts';
import { openBench } from './lib/driver.ts';
import { fillRegister } from './lib/fill-land.ts';
import { memoryOf, watchMemory } from './lib/memory.ts';
import { pagesOf } from './lib/pages-of.ts';
import { openSessions } from './lib/sessions.ts';
import { startShipped } from './lib/shipped.ts';

/** Payments for land and their receipts, statements, sums and the rent roll, among many of them. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    tenancies: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    /** The server has the heap of a machine below 1 GB. */
    'small-heap': { type: 'boolean', default: false },
  },
});
const [tenancies, payments] = [Number(given.tenancies), Number(given.payments)];
const [rounds, seconds] = [Number(given.rounds), Number(given.seconds)];
const SECRET = 'a secret that only the bench has, long';
/** Rows of one statement, which has 15 seconds. */
const CHUNK = 10_000;
/** Days over which the payments came in. */
const DAYS = 1_000;
const ZONES = 50;
const PAGE = 20;
const REST_MS = 1_000;

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db } = opened;
const sessions = await openSessions(db);
await fillRegister(db, { plots: tenancies, zones: ZONES, days: DAYS });

/** Half of the payments are ground rent; of a hundred one is of the tenant who has the most. */
for (let from = 0; from < payments; from += CHUNK) {
  const to = Math.min(from + CHUNK, payments) - 1;
  await db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO payments (type_code, period, amount, transaction_id, transaction_date, created_at, status, mode, tenant_id,
        plot_id, zone_id, tenancy_id, payer_name, payer_details)
      SELECT type_code, 'any', 100 + n % 7, 'L' || lpad(n::text, 10, '0'), day, day, 'cleared', 'cash', tenant_id, plot_id,
        zone_id, CASE WHEN type_code = 'CC2000' THEN tenancies.id END, 'GRACE ODONKOR', 'TNT'
      FROM (
        SELECT n, now()::date - ${sql.lit(DAYS)} + (n * ${sql.lit(DAYS)} / ${sql.lit(payments)})::integer AS day,
          CASE WHEN n % 2 = 0 THEN 'CC2000' ELSE 'CC' || 3 + n % 4 || '000' END AS type_code,
          CASE WHEN n % 100 = 0 THEN 0 ELSE n % ${sql.lit(tenancies)} END AS serial
        FROM generate_series(${from}::bigint, ${to}::bigint) AS n
      ) AS planned
        JOIN tenancies ON tenancies.id = (SELECT min(id) FROM tenancies) + serial JOIN plots ON plots.id = plot_id
      ORDER BY n`.execute(tx);
    await sql`UPDATE receipt_head SET number = ${to + 1}`.execute(tx);
    await sql`
      INSERT INTO receipts (number, kind, subject_id, paid_on, issued_at, payer_name, payer_details, mode, transaction_id,
        amount, lines)
      SELECT ${sql.lit(from)} + row_number() OVER (ORDER BY id), 'land payment', id, transaction_date, created_at, payer_name,
        payer_details, mode, transaction_id, amount, jsonb_build_array(jsonb_build_object('text', type_code, 'amount', amount::text))
      FROM payments WHERE transaction_id BETWEEN 'L' || lpad(${String(from)}, 10, '0') AND 'L' || lpad(${String(to)}, 10, '0')`.execute(
      tx,
    );
  });
  if (from % 100_000 === 0) await foldTotals(db);
}
await foldTotals(db);
await opened.prepared.query('VACUUM ANALYZE', []);
const { rows: most } = await sql<{ tenant: string; count: number }>`
  SELECT tenant_id::text AS tenant, count(*)::integer AS count FROM payments GROUP BY 1 ORDER BY 2 DESC LIMIT 1`.execute(
  db,
);
const product = await startShipped({
  ...{ where: opened.where, db, secret: SECRET },
  smallHeap: given['small-heap'],
});

const page = pagesOf({ sessions, product, secret: SECRET, seconds, connections: 4 });

/** The pages of a list of so many rows, the first, a deep one and the last. */
const pages = async (title: string, path: string, rows: number): Promise<void> => {
  const numbers = [...new Set([1, Math.min(1_000, Math.ceil(rows / PAGE)), Math.ceil(rows / PAGE)])];
  const contestants = numbers.map((number) => ({ name: `page ${number}`, run: page(path, number) }));
  console.log(asTable(title, await compare(contestants, rounds, REST_MS)));
};

/** Receives a file and throws it away, so that the memory is the server's alone. */
const receive = async (path: string): Promise<number> => {
  const [token] = await sessions.tokens(tokenKeys(SECRET));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${product.port}/api${path}`, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`${path}: the server answered ${answer.status}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  return bytes;
};

const file = async (name: string, path: string, rows: number): Promise<void> => {
  const before = memoryOf(product.pid).own;
  const watched = watchMemory(product.pid);
  const start = performance.now();
  const bytes = await receive(path);
  const took = (performance.now() - start) / 1000;
  const cells = [name, rows, took.toFixed(1), (rows / took).toFixed(0), (bytes / 1e6).toFixed(1)];
  console.log(`| ${[...cells, before.toFixed(0), watched().own.toFixed(0)].join(' | ')} |`);
};

try {
  const [largest] = most;
  console.log(`${tenancies} tenancies, ${payments} payments for land, ${largest?.count} of one tenant\n`);
  // Files first: the heap that pages leave behind would count as theirs.
  console.log('| File | Rows | Seconds | Rows a second | MB | Server before, MB | Server at most, MB |');
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  await file('Rent roll, XLSX', '/land_reports/rent_roll/export?format=xlsx', tenancies);
  await file('Rent roll, CSV', '/land_reports/rent_roll/export?format=csv', tenancies);
  const statement = `/tenant_statement/export?format=xlsx&tenant=${largest?.tenant}`;
  await file('Statement of the largest tenant, XLSX', statement, largest?.count ?? 0);
  console.log('');
  await pages('Payments for land', '/land_payments?', payments);
  await pages('Receipts of land', '/land_receipts?', payments);
  await pages('Statement of the largest tenant', `/tenant_statement?tenant=${largest?.tenant}&`, largest?.count ?? 0);
  await pages('Rent roll', '/land_reports/rent_roll?', Math.min(tenancies, 10_000));
  await pages('Summaries of tenants', '/tenant_summaries?', tenancies);
} finally {
  await product.end();
  await opened.close();
}
