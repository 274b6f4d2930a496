import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptFiles } from './sw/kept-files.ts';

const FILE = String.raw`[\w.~-]+\.(?:js|css|woff2|svg|png|webp|jpg|geojson)`;
const QUOTE = '["\'`]';
const REFERENCE = new RegExp(`/assets/(${FILE})`, 'g');
/** Static imports, which load with the file that names them: `from"./x.js"`. */
const AT_ONCE = new RegExp(`\\b(?:from|import)\\s*${QUOTE}\\./(${FILE})${QUOTE}`, 'g');
/** Dynamic imports, too: `import("./x.js")`, and the list of files that such a file needs. */
const LATER = new RegExp(`${QUOTE}(?:\\./|assets/)(${FILE})${QUOTE}`, 'g');

const read = (client: string, path: string): string => readFileSync(join(client, path), 'utf8');

/** Not followed: the list of routes names the files of signed-in people's pages, too. */
const ROUTES = /window\.__reactRouterManifest=.*/;

/** A link that no browser follows. */
const NOT_FETCHED = /<link [^>]*media="not all"[^>]*>/g;

/** The files that a file names. */
const named = (client: string, path: string, patterns: readonly RegExp[]): string[] => {
  if (!/\.(js|css|html)$/.test(path)) return [];
  const whole = read(client, path).replace(ROUTES, '');
  const text = patterns.includes(LATER) ? whole : whole.replace(NOT_FETCHED, '');
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => `/assets/${match[1]}`));
  return found.filter((file) => existsSync(join(client, file)));
};

/** The files of the pages, and the files that those name. */
const filesOf = (client: string, pages: readonly string[], patterns: readonly RegExp[]): string[] => {
  const found = new Set(pages.map((page) => join(page, 'index.html')));
  for (const path of found) for (const file of named(client, path, patterns)) found.add(file);
  return [...found].filter((path) => !path.endsWith('.html')).sort();
};

/** The files that a page needs. For the home page only those that it has loaded. */
const neededBy = (client: string, page: string): string[] =>
  filesOf(client, [page], page === '/' ? [REFERENCE, AT_ONCE] : [REFERENCE, LATER]);

/** The files of these pages in a finished build, for the worker to keep. */
export const collectKeptFiles = (client: string, paths: readonly string[]): KeptFiles => {
  const files = filesOf(client, paths, [REFERENCE, LATER]);
  const pages = Object.fromEntries(
    paths.map((path) => [path, neededBy(client, path).map((file) => files.indexOf(file))]),
  );
  const hash = createHash('sha256').update([...paths, ...files].join());
  for (const path of paths) hash.update(read(client, join(path, 'index.html')));
  return { version: hash.digest('hex').slice(0, 16), files, pages };
};
