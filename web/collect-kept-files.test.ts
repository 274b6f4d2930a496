import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectKeptFiles } from './collect-kept-files.ts';

const PAGES = ['/', '/main_payments'];

let client: string;
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(client, path)), { recursive: true });
  writeFileSync(join(client, path), text);
};

beforeAll(() => {
  client = mkdtempSync(join(tmpdir(), 'banbo-client-'));
  put(
    'index.html',
    '<link rel="preload" href="/assets/sign.woff2"><link media="not all" href="/assets/toasts-a.js"><script>import "/assets/root-a.js"</script>',
  );
  const ROUTES = 'window.__reactRouterManifest={"module":"/assets/office-a.js"};';
  put(
    'main_payments/index.html',
    `<link href="/assets/manifest-a.js"><script>${ROUTES}\nimport "/assets/root-a.js"</script>`,
  );
  put('main_login/index.html', '<script>import "/assets/office-a.js"</script>');
  put('assets/sign.woff2', '');
  // As the bundler writes it.
  put(
    'assets/root-a.js',
    'm.f=["assets/toasts-a.js","assets/toasting-a.js"];import{t}from"./site-a.js";import(`./toasts-a.js`)',
  );
  put('assets/site-a.js', '');
  put('assets/toasts-a.js', 'import{r as e}from"./toasting-a.js"');
  put('assets/toasting-a.js', 'import(`./never-built.js`)');
  put('assets/manifest-a.js', ROUTES);
  put('assets/office-a.js', '');
});
afterAll(() => rmSync(client, { recursive: true }));

/** The files that are kept with a page. */
const keptWith = (page: string): (string | undefined)[] => {
  const { files, pages } = collectKeptFiles(client, PAGES);
  return (pages[page] ?? []).map((place) => files[place]);
};

test('what a page loads when it needs it is kept with it, and signed-in pages are not', () => {
  const names = ['manifest-a.js', 'root-a.js', 'site-a.js', 'toasting-a.js', 'toasts-a.js'];
  expect(keptWith('/main_payments')).toEqual(names.map((name) => `/assets/${name}`));
  const { files, pages } = collectKeptFiles(client, PAGES);
  expect(Object.keys(pages)).toEqual(PAGES);
  expect(files).toEqual([...names, 'sign.woff2'].sort().map((name) => `/assets/${name}`));
});

test('a look at the home page keeps only what it has loaded', () => {
  expect(keptWith('/')).toEqual(['/assets/root-a.js', '/assets/sign.woff2', '/assets/site-a.js']);
});

test('the version changes with the pages', () => {
  const { version } = collectKeptFiles(client, PAGES);
  put('main_payments/index.html', '<script>import "/assets/root-a.js";import("/assets/manifest-a.js")</script>new');
  expect(collectKeptFiles(client, PAGES).version).not.toBe(version);
});
