import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import type { KeptFiles } from './sw/kept-files.ts';

const REFERENCE = /\/assets\/[\w.~-]+\.(?:js|css|woff2|svg|png|webp|jpg)/g;
const RELATIVE = /["'(]\.\/([\w.~-]+\.(?:js|css))["')]/g;

/** The pages written at build time, by their path: every folder of the client build that holds an index.html. */
const pagesOf = (client: string): string[] =>
  readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'index.html')
    .map((entry) => `/${relative(client, entry.parentPath)}`)
    .sort();

const read = (client: string, path: string): string => readFileSync(join(client, path), 'utf8');

/** The files a file names. The list of routes names those of every page, signed-in people's too, so it is not followed. */
const named = (client: string, path: string): string[] => {
  if (!/\.(js|css|html)$/.test(path) || path.startsWith('/assets/manifest-')) return [];
  const text = read(client, path);
  const nearby = [...text.matchAll(RELATIVE)].map((match) => `/assets/${match[1]}`);
  return [...(text.match(REFERENCE) ?? []), ...nearby].filter((file) => existsSync(join(client, file)));
};

/** A page's files, and theirs. */
const closure = (client: string, start: string[]): string[] => {
  const found = new Set(start);
  for (const path of found) for (const file of named(client, path)) found.add(file);
  return [...found].sort();
};

const filesOf = (client: string, pages: string[]): string[] =>
  closure(
    client,
    pages.map((page) => join(page, 'index.html')),
  ).filter((path) => !path.endsWith('.html'));

const keptFiles = (client: string): KeptFiles => {
  const pages = pagesOf(client);
  const all = [...pages, ...filesOf(client, pages)];
  const hash = createHash('sha256').update(all.join());
  for (const page of pages) hash.update(read(client, join(page, 'index.html')));
  return { version: hash.digest('hex').slice(0, 16), first: ['/', ...filesOf(client, ['/'])], all };
};

/** Builds `/sw.js` into the finished client build, with the list of what it keeps. */
export const buildServiceWorker = async (client: string): Promise<void> => {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    define: { __KEPT_FILES__: JSON.stringify(keptFiles(client)) },
    build: {
      outDir: client,
      emptyOutDir: false,
      lib: { entry: 'sw/service-worker.ts', name: 'worker', formats: ['iife'], fileName: () => 'sw.js' },
    },
  });
};
