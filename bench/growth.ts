import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connectionTo, SUPERUSER } from '../server/src/db/cluster/make-cluster.ts';
import { openPool } from '../server/src/db/connection/open-postgres.ts';
import { rebuildTotals } from '../server/src/db/totals/check-totals.ts';
import { tokenKeys } from '../server/src/domains/identity/index.ts';
import { machineMemory } from '../server/src/lib/memory-budget.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { startThrowawayCluster } from '../server/test/database/throwaway-cluster.ts';
import { cpuOf } from './lib/cpu.ts';
import { fillMillions } from './lib/fill-millions.ts';
import { type HotCall, hotCalls } from './lib/hot-calls.ts';
import { type Call, load, type Measured } from './lib/load.ts';
import { addressOf } from './lib/served.ts';
import { openSessions } from './lib/sessions.ts';
import { startShipped } from './lib/shipped.ts';

/** The calls that people make most, on one server with more and more rows. */
const { values: given } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000000' },
    drivers: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '4' },
    /** Of each call, after as many that do not count. */
    seconds: { type: 'string', default: '5' },
    /** Only calls whose title has one of these texts. */
    only: { type: 'string', multiple: true, default: [''] },
  },
});
const size = { drivers: Number(given.drivers), payments: Number(given.payments), isOffice: true };
const WARM_SECONDS = 2;
const SECRET = 'a secret that only the bench has, long';
const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
const MB = 1024 * 1024;

// As it is shipped, but that the log is not kept for backups while rows are filled in.
const cluster = await startThrowawayCluster(undefined, ['wal_level=minimal', 'max_wal_size=4GB'], machineMemory());
const postmaster = Number(readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
const where = connectionTo(cluster.socketDir);
const { db, close } = openPool(where);
await prepare(db);
await fillMillions({ ...where, user: SUPERUSER }, size);
console.log(`Filled after ${seconds()} s`);
await rebuildTotals(db);
console.log(`Totals counted after ${seconds()} s\n`);

const weights = await sql<{ name: string; rows: string; heap: string; indexes: string }>`
  SELECT relname AS name, reltuples::bigint AS rows, pg_relation_size(oid) AS heap, pg_indexes_size(oid) AS indexes
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
  ORDER BY pg_total_relation_size(oid) DESC LIMIT 4`.execute(db);
console.log('| Table | Rows | MB | MB of its indexes |\n|---|---:|---:|---:|');
for (const { name, rows, heap, indexes } of weights.rows) {
  console.log(`| ${name} | ${whole(Number(rows))} | ${whole(Number(heap) / MB)} | ${whole(Number(indexes) / MB)} |`);
}

// Proving the books takes two hours of a hundred million payments, at night.
await sql`
  INSERT INTO jobs (name, every_ms, due_at, created_at)
  VALUES ('check books nightly', ${24 * 3_600_000}, now() + interval '1 day', now())`.execute(db);
const sessions = await openSessions(db);
const product = await startShipped({ where, db, secret: SECRET });
let tokens = await sessions.tokens(tokenKeys(SECRET));

/** Pages of PostgreSQL that were looked at so far, wherever they were found. */
const pagesRead = async (): Promise<number> => {
  // A session reports what it read after a second at most.
  await wait(1_500);
  const { rows } = await sql<{ pages: string }>`
    SELECT blks_hit + blks_read AS pages FROM pg_stat_database WHERE datname = current_database()`.execute(db);
  return Number(rows[0]?.pages);
};

let sent = 0;
/** Makes a call again and again for some seconds; gives what that took, and how many were made. */
const loadOf = async ({ call, isStaff, expected = 200 }: HotCall, duration: number) => {
  let calls = 0;
  const next = (): Call => {
    sent += 1;
    calls += 1;
    const { headers, ...rest } = call(sent);
    const bearer = isStaff && { authorization: `Bearer ${tokens[sent % tokens.length]}` };
    return { ...rest, headers: { ...addressOf(sent), ...headers, ...bearer } };
  };
  const connections = Number(given.connections);
  const measured = await load({
    ...{ port: product.port, pid: product.pid, next, expected, connections },
    seconds: duration,
  });
  return { measured, calls };
};

/** `cpu` is that of the server alone, `database` PostgreSQL’s. */
const measure = async (one: HotCall): Promise<Measured & { database: number; pages: number }> => {
  // They live ten minutes.
  tokens = await sessions.tokens(tokenKeys(SECRET));
  await loadOf(one, Number(given.seconds));
  const before = await pagesRead();
  const cpuBefore = cpuOf(postmaster);
  const { measured, calls } = await loadOf(one, Number(given.seconds));
  const database = (cpuOf(postmaster) - cpuBefore) / calls;
  return { ...measured, database, pages: ((await pagesRead()) - before) / calls };
};

/** Its figures, or of a call that was refused, such as one that took too long, the status. */
const figuresOf = async (one: HotCall): Promise<string[]> => {
  try {
    const { median, p99, cpu, database, pages } = await measure(one);
    return [median.toFixed(1), p99.toFixed(1), cpu.toFixed(2), database.toFixed(2), pages.toFixed(0)];
  } catch (error) {
    return [`refused: ${(error as Error).message.slice(0, 3)}`];
  }
};

/** The last page of the list, which its first one tells. */
const lastPage = async (): Promise<HotCall> => {
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/payments`, { headers });
  const last = Math.ceil(Number(answer.headers.get('x-total-count')) / 20);
  return {
    title: `the last page of payments, ${whole(last)}`,
    call: () => ({ method: 'GET', path: `/api/payments?page=${last}` }),
    isStaff: true,
  };
};

try {
  console.log(
    '\n| Call | median ms | p99 ms | CPU ms, server | CPU ms, PostgreSQL | pages |\n|---|---:|---:|---:|---:|---:|',
  );
  const all = [...hotCalls(size.drivers), await lastPage()];
  const calls = all.filter(({ title }) => given.only.some((text) => title.includes(text)));
  // Else the first ones would pay for code that is compiled when it has run often.
  for (const one of calls) await loadOf(one, WARM_SECONDS).catch(() => {});
  for (const one of calls) console.log(`| ${[one.title, ...(await figuresOf(one))].join(' | ')} |`);
} finally {
  await product.end();
  await close();
  await cluster.stop();
}
