import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { at, innerEnvironment, NODE } from './paths.js';
import { run } from './run.js';

const MADE = new Set(['node_modules', 'build', '.react-router']);
/** Milliseconds between two marks of a build that this process has asked for. */
const MARK_MS = 60_000;

/** @returns {string[]} each file below a folder in a stable order, without built ones and tests. */
const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

/** The settings in the web's build: Vite's and the pages' address. Empty ones are absent. */
const builtInSettings = () =>
  Object.entries(process.env)
    .filter(([name, value]) => value !== '' && (name.startsWith('VITE_') || name === 'PUBLIC_URL'))
    .sort();

/**
 * @typedef {object} Kind
 * @property {string} what
 * @property {string} folder The folder of all its builds.
 * @property {string} whole The file of a build that is written last.
 * @property {string} script Makes one.
 * @property {() => unknown} settings Settings that a build contains.
 * @property {() => string[]} sources
 */

/** @type {Kind} */
const WEB = {
  ...{ what: 'web', folder: at('web/build'), whole: 'pages.json', script: at('scripts/build-web.ts') },
  settings: builtInSettings,
  sources: () => [at('scripts/lib/finish-web.js'), ...filesBelow(at('web'))],
};

/** @type {Kind} */
const SERVER = {
  ...{ what: 'server', folder: at('server/build'), whole: 'programs.json', script: at('scripts/build-server.ts') },
  settings: () => [],
  sources: () => [at('server/package.json'), ...['src', 'seeds'].flatMap((part) => filesBelow(at('server', part)))],
};

/** The name of a build: a hash of its sources and settings. */
const nameOfBuild = (/** @type {Kind} */ { script, settings, sources }) => {
  const hash = createHash('sha256').update(JSON.stringify(settings()));
  for (const file of [at('package-lock.json'), script, ...sources(), ...filesBelow(at('contract'))]) {
    hash.update(`\0${file.slice(at().length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
};

/** Notes that a build was asked for, which keeps `placeBuild` from removing it for a while. */
const mark = (/** @type {string} */ folder) => {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // A build that another user made can be used all the same.
  }
};

/**
 * Makes a build if its sources and settings have none yet, and protects it while this process
 * lives. Prints one line, or the build's whole output if it failed.
 * @param {Kind} kind
 * @returns {Promise<string | null>} the folder of the build, or null if it failed.
 */
const ensureBuild = async (kind) => {
  const name = nameOfBuild(kind);
  const folder = join(kind.folder, name);
  if (existsSync(join(folder, kind.whole))) mark(folder);
  else {
    console.error(`Building the ${kind.what}…`);
    const built = await run(NODE, [kind.script, name], { env: innerEnvironment() });
    if (built.code !== 0) {
      console.error(`${built.output}\nBuilding the ${kind.what} failed; what the build said is above.`);
      return null;
    }
  }
  setInterval(mark, MARK_MS, folder).unref();
  return folder;
};

/** The folder of the built pages; null if building failed. */
export const ensureWeb = () => ensureBuild(WEB);

/** The folder of the bundled programs of `scripts/build-server.ts`; null if building failed. */
export const ensureServer = () => ensureBuild(SERVER);
