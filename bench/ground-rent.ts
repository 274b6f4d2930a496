import { parseArgs } from 'node:util';
import { defaultRights } from '@banbo/contract';
import { sql } from 'kysely';
import { foldTotals } from '../server/src/db/totals/fold-totals.ts';
import { findAuthor } from '../server/src/domains/identity/index.ts';
import { jobServer } from '../server/src/domains/jobs/index.ts';
import { rentRunJob } from '../server/src/domains/land/index.ts';
import { startRentRun } from '../server/src/domains/land/rent/raise-rent.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, compare } from './lib/compare.ts';
import { openBench } from './lib/driver.ts';
import { fillRegister } from './lib/fill-land.ts';
import { pagesOf } from './lib/pages-of.ts';
import { openSessions } from './lib/sessions.ts';
import { startShipped } from './lib/shipped.ts';

/** Raises a year's ground rent beside one statement of the same charges; then pages of arrears. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    plots: { type: 'string', default: '100000' },
    zones: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1.5' },
  },
});
const [plots, zones] = [Number(given.plots), Number(given.zones)];
const [rounds, seconds] = [Number(given.rounds), Number(given.seconds)];
const SECRET = 'a secret that only the bench has, long';
const PAGE = 20;
const REST_MS = 1_000;

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db, plain } = opened;
const sessions = await openSessions(db);
await fillRegister(db, { plots, zones, days: 1000 });
await opened.prepared.query('VACUUM ANALYZE', []);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};
const say = (name: string, rows: number, took: number): void =>
  console.log(`| ${name} | ${took.toFixed(2)} | ${(rows / took).toFixed(0)} |`);

const accounts = await sql<{ id: string }>`
  INSERT INTO accounts (kind, login, role, created_at) VALUES ('staff', 'bench', 'SuperAdmin', now()) RETURNING id`.execute(
  db,
);
const by = {
  ...{ accountId: accounts.rows[0]?.id ?? '', login: 'bench', ...defaultRights('SuperAdmin') },
  ...{ sessionId: '0', requestId: 'bench' },
};
const now = () => new Date();
const raise = async (is_dry: boolean): Promise<number> => {
  const year = now().getFullYear();
  const body = { kind: 'rent', year, zone_id: null, is_dry } as const;
  await db.transaction().execute((tx) => startRentRun(tx, { body, by, now: now() }));
  const errors: unknown[] = [];
  const chunked = [rentRunJob];
  const onError = (_: string, error: unknown) => void errors.push(error);
  const took = await timed(() => jobServer({ db, now, chunked, findAuthor, onError, pause: async () => {} }).runDue());
  if (errors.length > 0) throw errors[0];
  return took;
};

const COLUMNS = `batch_id, tenancy_id, plot_id, tenant_id, kind, year, amount, due_on, from_day, until_day`;
/** The same charges into a table with the same indexes and checks, and no rule of ours. */
const insertSame = async (): Promise<number> => {
  await plain.query('CREATE TABLE copied_charges (LIKE rent_charges INCLUDING ALL)', []);
  await plain.query(`SET statement_timeout = 0`, []);
  return timed(() =>
    plain.query(`INSERT INTO copied_charges (${COLUMNS}) SELECT ${COLUMNS} FROM rent_charges ORDER BY id`, []),
  );
};

const dry = await raise(true);
const took = await raise(false);
const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM rent_charges`.execute(db);
const charges = rows[0]?.count ?? 0;
const bare = await insertSame();
console.log(`${plots} tenancies, ${charges} charges\n\n| | seconds | tenancies a second |\n|---|---:|---:|`);
say('Dry run', plots, dry);
say('Raised, with books, audit and accounts', charges, took);
say('One statement of the same charges', charges, bare);
console.log(`\nRatio: ${(bare / took).toFixed(2)}\n`);

await foldTotals(db);
await opened.prepared.query('VACUUM ANALYZE', []);
const product = await startShipped({ where: opened.where, db, secret: SECRET });
const page = pagesOf({ sessions, product, secret: SECRET, seconds });
try {
  const last = Math.ceil(charges / PAGE);
  for (const path of ['/rent_arrears?', '/rent_arrears?sort=-owed&']) {
    const contestants = [1, Math.min(1_000, last), last].map((n) => ({ name: `page ${n}`, run: page(path, n) }));
    console.log(asTable(`Arrears, ${path}`, await compare(contestants, rounds, REST_MS)));
  }
} finally {
  await product.end();
  await opened.close();
}
