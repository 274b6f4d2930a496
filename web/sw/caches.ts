import { KEPT } from './kept-files.ts';

const PREFIX = 'banbo-pages-';
export const PAGES_CACHE = PREFIX + KEPT.version;
/** Answers that change without the build: price list, nationalities… Shared by all versions. */
export const ANSWERS_CACHE = 'banbo-answers';

/** A file's name never returns with other contents, so an older copy is as good as a new one. */
const isImmutable = (path: string): boolean => path.startsWith('/assets/');

const obtain = async (path: string): Promise<Response> => {
  const known = isImmutable(path) ? await caches.match(path) : undefined;
  if (known) return known;
  const response = await fetch(path, { cache: isImmutable(path) ? 'default' : 'no-cache' });
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  return response;
};

/** Adds the missing files to this version's cache; rejects when one of them cannot be fetched. */
export const keep = async (paths: readonly string[]): Promise<void> => {
  const cache = await caches.open(PAGES_CACHE);
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  for (const path of paths) if (!kept.has(path)) await cache.put(path, await obtain(path));
};

/**
 * Deletes all versions but this and the previous one, whose pages may still be open. A cache's
 * place in the list is its age.
 */
export const dropOld = async (): Promise<void> => {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PAGES_CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
};

/** True when this version or an older one keeps the page. */
export const isKept = async (path: string): Promise<boolean> => (await caches.match(path)) !== undefined;
