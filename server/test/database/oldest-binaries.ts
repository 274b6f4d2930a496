import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];

/** The oldest version that the product supports. */
const OLDEST = 15;

const versionIn = (folder: string): number => Number(/(\d+)[^/]*\/bin$/.exec(folder)?.[1]);

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The folder of a system's `initdb` and `postgres`: the oldest of 15 or newer, else where PATH has them, else null. */
export const findOldestBinaries = (): string | null => {
  const usual = PLACES.flatMap((place) => globSync(place))
    .filter((folder) => versionIn(folder) >= OLDEST)
    .sort((a, b) => versionIn(a) - versionIn(b));
  const folders = [...usual, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres'))) ?? null;
};
