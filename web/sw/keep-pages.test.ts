import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const LISTS = /^\/api\//;
const VERSION = {
  version: '2',
  files: ['/assets/home.js', '/assets/form.js', '/assets/about.js'],
  pages: { '/': [0], '/main_registration': [0, 1], '/about': [0, 2] },
};

let stores: Map<string, Map<string, Response>>;
let fetched: string[];
let worker: typeof import('./keep-pages.ts');

const pathOf = (of: string | Request): string => {
  const { pathname, search } = new URL(typeof of === 'string' ? of : of.url, 'https://banbo.test');
  return pathname + search;
};

/** The part of the browser's caches that the code uses. */
const caches = {
  open: async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (of: string | Request) => store.get(pathOf(of))?.clone(),
      put: async (of: string | Request, response: Response) => void store.set(pathOf(of), response),
      keys: async () => [...store.keys()].map((path) => ({ url: `https://banbo.test${path}` })),
    };
  },
  match: async (of: string) => {
    for (const store of stores.values()) if (store.has(of)) return store.get(of)?.clone();
    return undefined;
  },
};

beforeEach(async () => {
  stores = new Map();
  fetched = [];
  vi.stubGlobal('__KEPT_FILES__', VERSION);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal(
    'Request',
    class {
      url: string;
      constructor(path: string) {
        this.url = new URL(path, 'https://banbo.test').href;
      }
    },
  );
  vi.stubGlobal('fetch', async (of: string | Request) => {
    fetched.push(pathOf(of));
    return Response.json([]);
  });
  vi.resetModules();
  worker = await import('./keep-pages.ts');
});
afterAll(() => vi.unstubAllGlobals());

/** The pages and files that this version keeps. */
const kept = (): string[] => [...(stores.get('banbo-pages-2')?.keys() ?? [])].sort();

test('the page that is open is kept with what it needs when the worker is installed, and no other', async () => {
  await worker.keepThisVersion(['/about', '/login']);
  expect(kept()).toEqual(['/about', '/assets/about.js', '/assets/home.js']);
});

test('a page that the former version kept stays kept, and its unchanged files are not fetched again', async () => {
  const former = ['/main_registration', '/assets/home.js', '/assets/form.js'];
  stores.set('banbo-pages-1', new Map(former.map((path) => [path, new Response('former')])));
  await worker.keepThisVersion([]);
  expect(kept()).toEqual([...former].sort());
  expect(fetched).toEqual(['/main_registration']);
});

test('a form is kept with its lists, so that it can be filled in without network', async () => {
  await worker.keepPage('/main_registration');
  expect(kept()).toEqual(['/assets/form.js', '/assets/home.js', '/main_registration']);
  expect(fetched.filter((path) => LISTS.test(path))).toContain('/api/nationality');
});

test('a page without a form brings no lists', async () => {
  await worker.keepPage('/about');
  expect(fetched).toEqual(['/about', '/assets/home.js', '/assets/about.js']);
});

test('all pages are kept when that is asked for, each file once', async () => {
  await worker.keepPage('/about');
  await worker.keepAll();
  expect(kept()).toEqual([...Object.keys(VERSION.pages), ...VERSION.files].sort());
  expect(new Set(fetched).size).toBe(fetched.length);
});
