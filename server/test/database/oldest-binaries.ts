import { globSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_VERSION } from '../../src/db/cluster/binaries.ts';
import { isExecutable } from '../is-executable.ts';

const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];

const versionIn = (folder: string): number => Number(/(\d+)[^/]*\/bin$/.exec(folder)?.[1]);

/** The folder of a system's oldest supported `initdb` and `postgres`, or null. */
export const findOldestBinaries = (): string | null => {
  const usual = PLACES.flatMap((place) => globSync(place))
    .filter((folder) => versionIn(folder) >= OLDEST_VERSION)
    .sort((a, b) => versionIn(a) - versionIn(b));
  return usual.find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres'))) ?? null;
};
