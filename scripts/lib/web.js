import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { at, innerEnvironment, NODE } from './paths.js';
import { run } from './run.js';

const MADE = new Set(['node_modules', 'build', '.react-router']);
/** Milliseconds between two marks of a build that this process has asked for. */
const MARK_MS = 60_000;

/** @returns {string[]} every file below a folder, in a stable order, without built ones. */
const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !MADE.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

/** The settings that the build contains: Vite's and the pages' address. Empty ones are absent. */
const builtInSettings = () =>
  Object.entries(process.env)
    .filter(([name, value]) => value !== '' && (name.startsWith('VITE_') || name === 'PUBLIC_URL'))
    .sort();

/** The name of a build: a hash of its sources and settings. */
const nameOfBuild = () => {
  const hash = createHash('sha256').update(JSON.stringify(builtInSettings()));
  const files = [
    at('package-lock.json'),
    at('scripts/build-web.ts'),
    at('scripts/lib/finish-web.js'),
    ...filesBelow(at('web')),
    ...filesBelow(at('contract')),
  ];
  for (const file of files) hash.update(`\0${file.slice(at().length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/** Notes that a build was asked for, which keeps `placeBuild` from removing it for a while. */
const mark = (/** @type {string} */ folder) => {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // A build that another user made can be served all the same.
  }
};

const isBuilt = (/** @type {string} */ folder) => existsSync(join(folder, 'pages.json'));

/**
 * Builds the web if its sources and settings have no build yet, and protects it while this process
 * lives. Prints one line, or the build's whole output if it failed.
 * @returns {Promise<string | null>} the folder of the build, or null if it failed.
 */
export const ensureWeb = async () => {
  const name = nameOfBuild();
  const folder = at('web/build', name);
  if (isBuilt(folder)) mark(folder);
  if (!isBuilt(folder)) {
    console.error('Building the web…');
    const built = await run(NODE, [at('scripts/build-web.ts'), name], { env: innerEnvironment() });
    if (built.code !== 0) {
      console.error(`${built.output}\nBuilding the web failed; what the build said is above.`);
      return null;
    }
  }
  setInterval(mark, MARK_MS, folder).unref();
  return folder;
};
