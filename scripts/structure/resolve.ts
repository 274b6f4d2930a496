import { posix } from 'node:path';
import { type Place, placeOf } from './place.ts';

/** The target of an import: a file of ours, or a package by name (`node:fs` is package `node`). */
export type Target = { path: string; place: Place; named: boolean } | { package: string };

/** The server's and the web's own short names. */
const SHORT: readonly [RegExp, (rest: string) => string][] = [
  [/^#domains\/(.+)$/, (rest) => `server/src/domains/${rest}/index.ts`],
  [/^#(.+)$/, (rest) => `server/src/${rest}`],
  [/^~\/(.+)$/, (rest) => `web/app/${rest}`],
  [/^@banbo\/contract$/, () => 'contract/src/index.ts'],
  [/^@banbo\/(.+)$/, (rest) => rest],
];

const packageName = (specifier: string): string => {
  if (specifier.startsWith('node:')) return 'node';
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
};

/** Resolves an import of the file at `from`, a path from the root; ignores its query (`?url`). */
export const resolveImport = (from: string, specifier: string): Target => {
  const [name = ''] = specifier.split('?');
  const file = (path: string, named: boolean): Target => ({ path, place: placeOf(path), named });
  if (name.startsWith('.')) return file(posix.join(posix.dirname(from), name), false);
  for (const [pattern, path] of SHORT) {
    const match = pattern.exec(name);
    if (match) return file(path(match[1] ?? ''), true);
  }
  return { package: packageName(name) };
};
