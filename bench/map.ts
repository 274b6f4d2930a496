import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { framesWhileDragged, openMapPage, zoomIn } from './lib/drag-map.ts';
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

const { port, fill, end } = await startTrackers({ postgres: given.postgres });
const line = await countBefore(port);
const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox'] });

const { drags, rounds } = { drags: Number(given.drags), rounds: Number(given.rounds) };

const visit = async (): Promise<{ bytes: number; far: number; near: number }> => {
  const context = await signedInOffice(browser, line.address);
  const page = await context.newPage();
  const bytes = await openMapPage(page, line, '/tracker_map');
  const far = await framesWhileDragged(page, { rounds, drags });
  await zoomIn(page, NEARER);
  const near = await framesWhileDragged(page, { rounds, drags });
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
