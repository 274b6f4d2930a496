import { existsSync, readFileSync } from 'node:fs';
import { at, has, NODE, outerEnvironment } from './paths.js';
import { linkPostgresLibraries } from './postgres.js';
import { run } from './run.js';

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} Packages */

/** @returns {Packages} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * True when every package of the lock is in place at its version. npm writes its own lock to
 * node_modules at the very end, so an interrupted installation counts as none. Optional packages,
 * for other machines, may be missing.
 */
export const isInstalled = () => {
  if (!has('node_modules/.package-lock.json') || !existsSync(NODE)) return false;
  const installed = packagesOf(at('node_modules/.package-lock.json'));
  return Object.entries(packagesOf(at('package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (!found) return wanted.optional === true;
    return (wanted.link || found.version === wanted.version) && has(path);
  });
};

/** npm as the person called it, run by their own Node; the project's is about to be replaced. */
const npm = (/** @type {string[]} */ ...args) => {
  const cli = process.env.npm_execpath;
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { env: outerEnvironment() };
  if (!cli?.endsWith('.js')) return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', quiet, options);
  return run(process.env.npm_node_execpath ?? process.execPath, [cli, ...quiet], options);
};

const install = async () => {
  console.error('Installing…');
  // Building the web and the tests need the development packages, whatever NODE_ENV says.
  const installed = await npm('ci', '--include=dev', '--include=optional');
  if (installed.code === 0 && existsSync(NODE)) return true;
  // If install scripts are switched off, the project's Node is the one package that needs its own.
  const rebuilt = installed.code === 0 ? await npm('rebuild', 'node', '--ignore-scripts=false') : installed;
  if (rebuilt.code === 0 && existsSync(NODE)) return true;
  console.error(`${rebuilt.output}\nThe installation failed; what npm said is above.`);
  return false;
};

/** Installs missing packages. Prints one line, or npm's whole output if it failed. */
export const ensureInstalled = async () => {
  if (!isInstalled() && !(await install())) return false;
  try {
    linkPostgresLibraries();
    return true;
  } catch (error) {
    console.error(
      `PostgreSQL’s libraries could not be linked; run this once as the user who installed it: ${String(error)}`,
    );
    return false;
  }
};
