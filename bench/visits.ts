import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { withProduct } from './lib/product.ts';
import { type Line, type SlowVisit, visitSlowly } from './lib/slow-visit.ts';
import { weighFirstVisit } from './lib/visits.ts';

/** First visits to the pages with forms: bytes, and the time on slow lines and processors. */
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    port: { type: 'string', default: '3998' },
    runs: { type: 'string', default: '5' },
  },
});
const PAGES = positionals.length > 0 ? positionals : ['/main_registration', '/main_payments', '/login', '/main_login'];
const LINES: readonly Line[] = [
  { kbits: 400, latency: 400 },
  { kbits: 150, latency: 800 },
];

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

const timed = async (browser: Parameters<typeof visitSlowly>[0], page: string, line: Line) => {
  const visits: SlowVisit[] = [];
  while (visits.length < Number(given.runs)) visits.push(await visitSlowly(browser, page, line));
  const of = (name: keyof SlowVisit): number => median(visits.map((visit) => visit[name]));
  const label = `${line.kbits} kbit/s`;
  return {
    [`${label}: heading, s`]: of('heading').toFixed(1),
    [`${label}: usable, s`]: of('usable').toFixed(1),
    'by then, kB': kB(of('bytes')),
  };
};

await withProduct(given.port, async (address) => {
  const rows = [];
  const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox'] });
  for (const page of PAGES) {
    const weight = await weighFirstVisit(Number(given.port), given.chromium, page);
    const row = { page, 'moved, kB': kB(weight.page), 'with the worker, kB': kB(weight.all) };
    for (const line of LINES) Object.assign(row, await timed(browser, address + page, line));
    rows.push(row);
  }
  await browser.close();
  console.table(rows);
});
