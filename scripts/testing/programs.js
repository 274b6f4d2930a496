import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { at, NODE } from '../lib/paths.js';
import { run } from '../lib/run.js';

/** It lacks what only a window needs, and takes less of the processor (decision 147). */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

const runs = (/** @type {string} */ file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a Chromium on this machine, or undefined. `CHROMIUM_PATH` takes precedence. */
const findChromium = () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  const named = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...named, ...ELSEWHERE].find(runs);
};

/** True when Playwright has fetched a browser of its own. */
const hasFetchedOne = () => {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('chromium'));
};

/** Debian's folder of PostgreSQL's programs, one below it for each version. */
const POSTGRES = '/usr/lib/postgresql';
/** The oldest version that the product supports. */
const OLDEST_POSTGRES = 15;

const hasPostgres = () =>
  existsSync(POSTGRES) &&
  readdirSync(POSTGRES).some(
    (version) => Number(version) >= OLDEST_POSTGRES && runs(`${POSTGRES}/${version}/bin/initdb`),
  );

const canUseApt = () => process.getuid?.() === 0 && runs('/usr/bin/apt-get');

const apt = async (/** @type {string[]} */ ...packages) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  const install = () => run('/usr/bin/apt-get', ['install', ...options, ...packages], { env });
  const first = await install();
  if (first.code === 0) return first;
  const updated = await run('/usr/bin/apt-get', ['update', '-q'], { env });
  return updated.code === 0 ? install() : updated;
};

/** A system that has no package of the shell has one of Chromium. */
const installChromium = async () => {
  if (!canUseApt()) return run(NODE, [at('node_modules/playwright/cli.js'), 'install', '--with-deps', 'chromium']);
  const shell = await apt(SHELL);
  return shell.code === 0 ? shell : apt('chromium');
};

/** Finds a Chromium or installs one, in CI the shell; `CHROMIUM_PATH` tells the journeys where. */
export const ensureChromium = async () => {
  const found = findChromium();
  const isThere = found !== undefined || hasFetchedOne();
  const isSlow = !process.env.CHROMIUM_PATH && !found?.endsWith(SHELL);
  if (!isThere || (process.env.CI === 'true' && canUseApt() && isSlow)) {
    console.log('Installing Chromium…');
    const { code, output } = await installChromium();
    if (code !== 0 && !isThere) console.error(`${output}\nNo Chromium was found, and none could be installed.`);
  }
  const path = findChromium();
  if (path) process.env.CHROMIUM_PATH = path;
};

/** The programs of an installation that read the files of `ops`, by Debian's packages. */
const OPS = {
  '/usr/bin/promtool': 'prometheus',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/logrotate': 'logrotate',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/docker-compose': 'docker-compose',
  '/usr/bin/curl': 'curl',
};

/** Installs what is missing of them in CI, where nothing else serves on the machine. */
export const ensureOps = async () => {
  const missing = Object.entries(OPS).flatMap(([file, name]) => (runs(file) ? [] : [name]));
  if (process.env.CI !== 'true' || !canUseApt()) return;
  // A test has apt look packages up, without a network.
  const lists = '/var/lib/apt/lists';
  const hasLists = existsSync(lists) && readdirSync(lists).some((name) => name.includes('_Packages'));
  if (!hasLists) await run('/usr/bin/apt-get', ['update', '-q']);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')}…`);
  const installed = await apt(...missing);
  if (installed.code !== 0) console.error(`${installed.output}\nThey could not be installed.`);
};

/** Finds or installs a system's PostgreSQL, without a server, for tests on the oldest version. */
export const ensurePostgres = async () => {
  if (process.env.CI !== 'true' || hasPostgres() || !canUseApt()) return;
  console.log('Installing PostgreSQL…');
  const settings = '/etc/postgresql-common';
  if (!existsSync(settings)) {
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\nstart_conf = manual\n');
  }
  const installed = await apt('postgresql');
  if (installed.code !== 0) console.error(`${installed.output}\nPostgreSQL could not be installed.`);
};

/** Finds or installs OpenStack Swift, on whose S3 interface CI tries the store of files. */
export const ensureSwift = async () => {
  if (process.env.CI !== 'true' || existsSync('/usr/lib/python3/dist-packages/swift') || !canUseApt()) return;
  console.log('Installing OpenStack Swift…');
  const installed = await apt('python3-swift');
  if (installed.code !== 0) console.error(`${installed.output}\nOpenStack Swift could not be installed.`);
};

/** Finds or installs PgBouncer, through which tests run in CI. */
export const ensurePooler = async () => {
  if (process.env.CI !== 'true' || runs('/usr/sbin/pgbouncer') || !canUseApt()) return;
  console.log('Installing PgBouncer…');
  const installed = await apt('pgbouncer');
  if (installed.code !== 0) console.error(`${installed.output}\nPgBouncer could not be installed.`);
};
