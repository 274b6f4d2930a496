import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ended, run, withProduct } from './lib/product.ts';
import { visitTwice } from './lib/visits.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'string', default: '/usr/bin/chromium' }, port: { type: 'string', default: '3999' } },
});
const PAGES = positionals.length > 0 ? positionals : ['/', '/pricing', '/main_registration', '/main_payments'];
// Fetched for the measurement alone: the product and its tests do not need it.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking';

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

/** Audits a first visit by Lighthouse's mobile profile (a slow phone on a slow line, simulated). */
const audit = async (address: string, path: string, folder: string): Promise<Record<string, string | number>> => {
  const file = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, `${address}${path}`, '--output=json', `--output-path=${file}`, '--quiet'];
  const code = await ended(run('npx', [...args, `--chrome-flags=${FLAGS}`], { CHROME_PATH: given.chromium }));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${path}`);
  const { categories, audits } = JSON.parse(await readFile(file, 'utf8')) as Report;
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    page: path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    SEO: score('seo'),
    'first paint, s': (value('first-contentful-paint') / 1000).toFixed(2),
    'largest paint, s': (value('largest-contentful-paint') / 1000).toFixed(2),
    'layout shift': value('cumulative-layout-shift').toFixed(3),
    'moved, kB': (value('total-byte-weight') / 1000).toFixed(1),
  };
};

await withProduct(given.port, async (address, folder) => {
  const rows = [];
  for (const page of PAGES) rows.push(await audit(address, page, folder));
  console.table(rows);
  const { first, repeat } = await visitTwice(Number(given.port), given.chromium);
  const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
  console.log(`/: ${kB(first)} kB on a first visit, ${kB(repeat)} kB on a repeat visit`);
});
