import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { visitTwice } from './lib/visits.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'string', default: '/usr/bin/chromium' }, port: { type: 'string', default: '3999' } },
});
const PAGES = positionals.length > 0 ? positionals : ['/', '/pricing', '/main_registration', '/main_payments'];
// Fetched for the measurement alone: the product and its tests do not need it.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking';

const address = `http://localhost:${given.port}`;
const folder = await mkdtemp(join(tmpdir(), 'banbo-pages-'));

const run = (command: string, args: string[], environment: Record<string, string>) =>
  spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] });

const ended = (child: ReturnType<typeof run>): Promise<number | null> =>
  new Promise((resolve) => child.on('exit', (code) => resolve(code)));

const answers = (): Promise<boolean> =>
  fetch(`${address}/api/readyz`).then(
    (response) => response.ok,
    () => false,
  );

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

/** Lighthouse's mobile profile (a slow phone on a slow line, simulated) of one page on a first visit. */
const audit = async (path: string): Promise<Record<string, string | number>> => {
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

const server = run(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
  PORT: given.port,
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'error',
});
const stopped = ended(server);
try {
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error('The product ended while starting');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const rows = [];
  for (const page of PAGES) rows.push(await audit(page));
  console.table(rows);
  const { first, repeat } = await visitTwice(Number(given.port), given.chromium);
  const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
  console.log(`/: ${kB(first)} kB on a first visit, ${kB(repeat)} kB on a repeat visit`);
} finally {
  server.kill('SIGTERM');
  await stopped;
  await rm(folder, { recursive: true, force: true });
}
