import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { signedInOffice } from './lib/office-page.ts';
import { startTrackers } from './lib/trackers.ts';
import { countBefore } from './lib/visits.ts';

/** The map in Chromium: frames a second while it is dragged, and bytes at its first load. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    cars: { type: 'string', default: '10000' },
    /** Drags of a measure. */
    drags: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
/** Steps of the zoom at which each car stands alone, beyond the first view. */
const NEARER = 4;

/** Runs in the page. */
const COUNT_FRAMES = `
  var framesSeen = 0;
  requestAnimationFrame(function count() {
    framesSeen += 1;
    requestAnimationFrame(count);
  })`;

const { port, fill, end } = await startTrackers({ postgres: given.postgres });
const line = await countBefore(port);
const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox'] });

/** Opens the office, then the map from its menu; answers the page and the bytes of the map. */
const openMap = async (context: BrowserContext): Promise<{ page: Page; bytes: number }> => {
  const page = await context.newPage();
  await page.goto(`${line.address}/dashboard`);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await line.settle();
  await page.evaluate(`document.querySelector('a[href="/tracker_map"]').click()`);
  await page.locator('[data-map="ready"]').waitFor();
  const bytes = await line.settle();
  return { page, bytes };
};

/** Drags the map to and fro; answers the frames a second. */
const drag = async (page: Page): Promise<number> => {
  const box = await page.locator('[data-map="ready"]').boundingBox();
  if (!box) throw new Error('The map is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(COUNT_FRAMES);
  const frames = () => page.evaluate<number>('framesSeen');
  const [before, begun] = [await frames(), performance.now()];
  for (let n = 0; n < Number(given.drags); n += 1) {
    const way = n % 2 === 0 ? 1 : -1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + way * 200, y + way * 100, { steps: 30 });
    await page.mouse.up();
  }
  return ((await frames()) - before) / ((performance.now() - begun) / 1_000);
};

const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const measure = async (page: Page): Promise<number> => {
  const rounds: number[] = [];
  while (rounds.length < Number(given.rounds)) rounds.push(await drag(page));
  return median(rounds);
};
const nearer = async (page: Page): Promise<void> => {
  for (let n = 0; n < NEARER; n += 1) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(700);
  }
};

const visit = async (): Promise<{ bytes: number; far: number; near: number }> => {
  const context = await signedInOffice(browser, line.address);
  const { page, bytes } = await openMap(context);
  const far = await measure(page);
  await nearer(page);
  const near = await measure(page);
  await context.close();
  return { bytes, far, near };
};

try {
  const empty = await visit();
  await fill({ cars: Number(given.cars), newest: true });
  const full = await visit();
  const row = (name: string, a: number, b: number, decimals = 0) =>
    `| ${name} | ${a.toFixed(decimals)} | ${b.toFixed(decimals)} | ${(b / a).toFixed(2)} |`;
  console.log(`| | empty map | ${given.cars} cars | ratio |\n|---|---:|---:|---:|`);
  console.log(row('Frames a second, first view', empty.far, full.far));
  console.log(row('Frames a second, each car alone', empty.near, full.near));
  console.log(row('Moved by the map, the office loaded, kB', empty.bytes / 1000, full.bytes / 1000, 1));
} finally {
  await browser.close();
  line.close();
  await end();
}
