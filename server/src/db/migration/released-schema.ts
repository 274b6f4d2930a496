import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The last migration of the version that was released last. Every later one must be such that this
 * version's server can live with it, so that servers can be updated one after the other
 * (`docs/decisions/0140-the-version-before-lives-with-it.md`). A release moves it on: the commit
 * that names a version in the change log sets this to the newest migration there.
 */
export const RELEASED = '0261_one_index_of_ends';

/** The first line of a migration that no server of an earlier version can live with. */
export const NEEDS_STOP = '-- needs: all servers stopped';

/** True for a migration that says that it needs all servers stopped. */
export const needsStop = async (folder: string, name: string): Promise<boolean> =>
  (await readFile(join(folder, `${name}.sql`), 'utf8')).split('\n', 1)[0]?.trim() === NEEDS_STOP;

/**
 * The migration that a server must at least have to live with the schema after `name`: that of the
 * last release, or a later one up to `name` that needs all servers stopped.
 */
export const livesWith = async (
  folder: string,
  name: string,
  names: readonly string[],
  released = RELEASED,
): Promise<string> => {
  let oldest = released;
  for (const one of names.filter((other) => other > released && other <= name)) {
    if (await needsStop(folder, one)) oldest = one;
  }
  return oldest;
};
