import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, innerEnvironment, NODE } from './paths.js';
import { run } from './run.js';

const STAMP = at('web/build/.built-from');
const MADE = new Set(['node_modules', 'build', '.react-router']);

/** @returns {string[]} every file below a folder, in a stable order, without what building makes. */
const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !MADE.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

/** The settings that the build contains: Vite's, and the address of the pages. */
const builtInSettings = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_') || name === 'PUBLIC_URL')
    .sort();

/** A hash of all inputs of the web build. */
const fingerprint = () => {
  const hash = createHash('sha256').update(JSON.stringify(builtInSettings()));
  const files = [
    at('package-lock.json'),
    at('scripts/finish-web.js'),
    ...filesBelow(at('web')),
    ...filesBelow(at('contract')),
  ];
  for (const file of files) hash.update(`\0${file.slice(at().length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
};

/** Builds the web when it is stale. Prints one line, or the build's whole output if it failed. */
export const ensureWeb = async () => {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  console.log('Building the web…');
  const options = { cwd: at('web'), env: { ...innerEnvironment(), NODE_ENV: 'production' } };
  for (const args of [[at('node_modules/@react-router/dev/bin.cjs'), 'build'], [at('scripts/finish-web.js')]]) {
    const built = await run(NODE, args, options);
    if (built.code === 0) continue;
    console.error(`${built.output}\nBuilding the web failed; what the build said is above.`);
    return false;
  }
  writeFileSync(STAMP, wanted);
  return true;
};
