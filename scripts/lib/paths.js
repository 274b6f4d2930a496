import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

export const at = (/** @type {string[]} */ ...parts) => join(ROOT, ...parts);

/** The project's own Node, on which everything runs except the installation. */
export const NODE = at('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const isOurs = (/** @type {string} */ folder) => folder.startsWith(at('node_modules')) || /[\\/]\.bin$/.test(folder);

/** The environment from before npm put the project's programs first; installing relies on it. */
export const outerEnvironment = () => ({
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !isOurs(folder))
    .join(delimiter),
});

/**
 * The environment in which `node` is the project's own, and its programs are found by name. They
 * share compiled code: compiling is a third of a server's start, and tests start many.
 */
export const innerEnvironment = () => ({
  ...process.env,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules/.cache/compiled'),
  PATH: [at('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
});

/** True when a file or folder of the project is there. */
export const has = (/** @type {string[]} */ ...parts) => existsSync(at(...parts));
