import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The folder of `initdb` and `postgres`: the newest in its usual places, else where PATH has them, else null. */
export const findPostgres = (): string | null => {
  const byVersion = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  const usual = PLACES.flatMap((place) => globSync(place).sort(byVersion));
  const folders = [...usual, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres'))) ?? null;
};
