import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { shortRoutes } from './route-list.ts';

const route = (path: string, others: object = {}) => ({
  id: path,
  path,
  parentId: 'office',
  hasLoader: false,
  module: '/assets/page-a.js',
  imports: ['/assets/framework-a.js', '/assets/site-a.js'],
  ...others,
});
const listOf = (routes: ReturnType<typeof route>[]) => ({
  version: 'a',
  routes: Object.fromEntries(routes.map((one) => [one.id, one])),
});
const scriptOf = (list: object) => `window.__reactRouterManifest=${JSON.stringify(list)};`;

/** The list that a browser has after the script. */
const read = (script: string): unknown => {
  const window: { __reactRouterManifest?: unknown } = {};
  runInNewContext(script, { window });
  return JSON.parse(JSON.stringify(window.__reactRouterManifest));
};

const OFFICE = ['drivers', 'receipts', 'edit/:id', 'audit_log', 'prompts'].map((path) => route(path));

test('a browser has the same routes of the shortened list', () => {
  const list = listOf([route('login', { module: '/assets/login-a.js' }), ...OFFICE, route('home', { id: 'root' })]);
  const short = shortRoutes(scriptOf(list));
  expect(read(short)).toEqual(list);
  expect(short.match(/page-a/g)).toHaveLength(2);
});

test('a list of routes that have little in common stays as it is', () => {
  const script = scriptOf(listOf(OFFICE.slice(0, 3)));
  expect(shortRoutes(script)).toBe(script);
  expect(shortRoutes('export{}')).toBe('export{}');
});
