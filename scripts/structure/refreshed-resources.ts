import { ENDPOINTS } from '@banbo/contract';

const RESOURCES: ReadonlySet<string> = new Set(ENDPOINTS.map(({ url }) => url.split('/')[1] ?? ''));

const NAME = /'(\w+)'/g;
const CALL = /\brefresh\(((?:'\w+'(?:, )?)+)\)/g;
const TABLE = /const (?:CASH|BOOKS|ALSO_CHANGED)\b[^;]*;/g;

/**
 * The names of resources in web code that no endpoint has, each with its place. Reading such a
 * resource anew reads nothing, so that a page stays as it was and nobody hears of it.
 */
export const unknownResourcesIn = (path: string, text: string): string[] => {
  if (!path.startsWith('web/app/') || /\.test\.tsx?$/.test(path)) return [];
  const parts = [...text.matchAll(CALL)].map(([, names = '']) => names);
  const tables = path.endsWith('/query-client.ts') ? [...text.matchAll(TABLE)].map(([table]) => table) : [];
  // The table's own keys stand without quotes.
  const keys = tables.flatMap((table) => [...table.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key));
  const named = [...parts, ...tables].flatMap((part) => [...part.matchAll(NAME)].map(([, name = '']) => name));
  return [...keys, ...named].filter((name) => !RESOURCES.has(name)).map((name) => `${path}: ${name}`);
};
