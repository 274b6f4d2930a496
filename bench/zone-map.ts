import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { prepare } from '../server/test/database/prepare.ts';
import { framesWhileDragged, medianOf, openMapPage, zoomIn } from './lib/drag-map.ts';
import { openBench } from './lib/driver.ts';
import { fillZone } from './lib/fill-land.ts';
import { signedInOffice } from './lib/office-page.ts';
import { addOfficeUser } from './lib/office-user.ts';
import { startShipped } from './lib/shipped.ts';
import { PASSWORD } from './lib/trackers.ts';
import { countBefore } from './lib/visits.ts';

/**
 * The map of a zone: bytes of its plots, milliseconds of the server beside the same rows by the
 * plain driver, and frames a second in Chromium while it is dragged.
 */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    plots: { type: 'string', default: '20000' },
    /** Plots of other zones, whose tenancies and applications stand beside those of the map. */
    others: { type: 'string', default: '80000' },
    /** Reads of a measure. */
    reads: { type: 'string', default: '21' },
    /** Drags of a measure. */
    drags: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const [plots, reads] = [Number(given.plots), Number(given.reads)];
const { drags, rounds } = { drags: Number(given.drags), rounds: Number(given.rounds) };
/** Steps of the zoom at which plots have their numbers, beyond the view of the whole zone. */
const NEARER = 4;

/** The rows of the map, each state by one index. */
const ROWS = `
  select id, block, plot_number, boundary,
    case when exists (select from plot_caveats where plot_id = plots.id and removed_on is null) then 'blocked'
      when exists (select from tenancies where plot_id = plots.id and held_until is null) then 'held'
      when exists (
        select from land_applications where plot_id = plots.id and status in ('lodged', 'sent_back')
      ) then 'applied' else 'free' end as state
  from plots where zone_id = $1 and boundary is not null`;

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db, prepared } = opened;
await addOfficeUser(db, PASSWORD);
await fillZone(db, 'OTHER ZONES', Number(given.others));
await db.insertInto('zones').values({ zone: 'EMPTY ZONE' }).execute();
const zone = await fillZone(db, 'NUNGUA ZONE 3', plots);
await prepared.query('VACUUM ANALYZE', []);
const product = await startShipped({ where: opened.where, db, secret: 'a secret that only the bench has, long' });
const line = await countBefore(product.port);
const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox'] });

/** The median milliseconds of `act`, after some that do not count. */
const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < reads + 3; n += 1) {
    const begun = performance.now();
    await act();
    if (n >= 3) times.push(performance.now() - begun);
  }
  return medianOf(times);
};

const signIn = async (): Promise<string> => {
  const context = await signedInOffice(browser, line.address);
  const page = await context.newPage();
  const [token] = await Promise.all([
    page.waitForRequest((request) => request.headers().authorization !== undefined),
    page.goto(`${line.address}/dashboard`),
  ]);
  const { authorization = '' } = token.headers();
  await context.close();
  return authorization;
};

const measureServer = async (): Promise<void> => {
  const authorization = await signIn();
  const ask = async (encoding: string, tag = '') => {
    line.settled();
    const headers = { authorization, 'accept-encoding': encoding, ...(tag && { 'if-none-match': tag }) };
    const answer = await fetch(`${line.address}/api/zone_map?zone_id=${zone}`, { headers });
    await answer.arrayBuffer();
    if (![200, 304].includes(answer.status)) throw new Error(`Answered with ${answer.status}`);
    return { bytes: line.settled(), tag: answer.headers.get('etag') ?? '' };
  };
  const raw = await ask('identity');
  const [gzip, brotli, again] = [await ask('gzip'), await ask('br'), await ask('br', raw.tag)];
  console.log(
    `${plots} plots, ${given.others} in another zone\n\n| Bytes of an answer with its headers | kB |\n|---|---:|`,
  );
  const bytes = { raw, gzip, brotli, 'a second look': again };
  for (const [name, one] of Object.entries(bytes)) console.log(`| ${name} | ${(one.bytes / 1000).toFixed(1)} |`);
  const [rows, first, second] = [
    await timed(() => prepared.query(ROWS, [zone])),
    await timed(() => ask('identity')),
    await timed(() => ask('identity', raw.tag)),
  ];
  console.log('\n| | median ms |\n|---|---:|');
  const spans = { 'the rows by the plain driver': rows, 'Banbo, a first look': first, 'Banbo, a second look': second };
  for (const [name, ms] of Object.entries(spans)) console.log(`| ${name} | ${ms.toFixed(0)} |`);
};

const framesOf = async (page: Page): Promise<{ far: number; near: number }> => {
  const far = await framesWhileDragged(page, { rounds, drags });
  await zoomIn(page, NEARER);
  return { far, near: await framesWhileDragged(page, { rounds, drags }) };
};

const measureFrames = async (): Promise<void> => {
  const context = await signedInOffice(browser, line.address);
  const page = await context.newPage();
  await openMapPage(page, line, '/zonal_tenants', 'Land');
  const empty = await framesOf(page);
  await page.getByRole('combobox', { name: 'Zone' }).selectOption(zone);
  await line.settle();
  const full = await framesOf(page);
  const row = (name: string, a: number, b: number) =>
    `| ${name} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(b / a).toFixed(2)} |`;
  console.log(`\n| Frames a second | empty zone | ${plots} plots | ratio |\n|---|---:|---:|---:|`);
  console.log(row('The whole zone in view', empty.far, full.far));
  console.log(row(`${NEARER} steps nearer, with numbers`, empty.near, full.near));
  await context.close();
};

try {
  await measureServer();
  await measureFrames();
} finally {
  await browser.close();
  line.close();
  await product.end();
  await opened.close();
}
