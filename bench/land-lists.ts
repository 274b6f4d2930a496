import { parseArgs } from 'node:util';
import { foldTotals } from '../server/src/db/totals/fold-totals.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, compare } from './lib/compare.ts';
import { openBench } from './lib/driver.ts';
import { fillRegister } from './lib/fill-land.ts';
import { pagesOf } from './lib/pages-of.ts';
import { openSessions } from './lib/sessions.ts';
import { startShipped } from './lib/shipped.ts';

/** Pages of the land's lists, the first against deep ones, among plots that are all held. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    plots: { type: 'string', default: '100000' },
    zones: { type: 'string', default: '50' },
    /** Days over which the register came in; 1 is an import at once. */
    days: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    /** A part of a list's path, to measure those lists alone. */
    only: { type: 'string', default: '' },
  },
});
const size = { plots: Number(given.plots), zones: Number(given.zones), days: Number(given.days) };
const [rounds, seconds] = [Number(given.rounds), Number(given.seconds)];
const SECRET = 'a secret that only the bench has, long';
/** Rows of a page where none are asked for. */
const PAGE = 20;
const REST_MS = 1_000;

/** Each list in the order in which it opens, and the parts of lists that the menu has. */
const LISTS: readonly [title: string, path: string, rows: number][] = [
  ['Plots', '/plots?', size.plots],
  ['Plots by name', '/plots?sort=name&', size.plots],
  ['Global Tenants', '/tenants?', size.plots],
  ['Tenancies', '/tenancies?', size.plots],
  ['Applications', '/applications?', size.plots],
  ['Applications, the oldest first', '/applications?sort=entered_at&', size.plots],
  ['Applications of a kind', '/applications?kind=transfer&', size.plots / 4],
];

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db } = opened;
const sessions = await openSessions(db);
await fillRegister(db, size);
await foldTotals(db);
await opened.prepared.query('VACUUM ANALYZE', []);
const product = await startShipped({ where: opened.where, db, secret: SECRET });

const page = pagesOf({ sessions, product, secret: SECRET, seconds });

try {
  console.log(`${size.plots} plots in ${size.zones} zones, tenancies and applications, over ${size.days} days\n`);
  for (const [title, path, rows] of LISTS.filter(([, path]) => path.includes(given.only))) {
    const last = Math.ceil(rows / PAGE);
    const contestants = [1, 1_000, last].map((number) => ({ name: `page ${number}`, run: page(path, number) }));
    console.log(asTable(title, await compare(contestants, rounds, REST_MS)));
  }
} finally {
  await product.end();
  await opened.close();
}
