import { expect, test } from 'vitest';
import { readingFirst, scriptsFirst } from './page-heads.ts';

const FILES: Record<string, string> = {
  '/assets/site-a.css': '.page{color:red}',
  '/assets/forms-a.css': '.field{color:blue}',
  '/assets/manifest-a.js': 'window.__reactRouterManifest={"routes":{}};',
  '/assets/root-a.js': 'export{B as Layout,S as default}from"./site-a.js";',
  '/assets/login-a.js': 'import{t}from"./forms-a.js";export{t as default};',
  '/assets/entry.client-a.js': 'import"./site-a.js";',
};
const read = (address: string): string => FILES[address] ?? '';

const preload = (name: string) => `<link rel="modulepreload" href="/assets/${name}"/>`;
const SCRIPTS = ['manifest-a.js', 'entry.client-a.js', 'site-a.js', 'framework-a.js', 'root-a.js', 'login-a.js'];
const PAGE = [
  '<!DOCTYPE html><html lang="en-GH"><head><meta charSet="utf-8"/><title>Sign in</title><link rel="icon" href="/i.svg"/>',
  SCRIPTS.map(preload).join(''),
  '<link rel="stylesheet" href="/assets/site-a.css#"/><link rel="stylesheet" href="/assets/forms-a.css"/></head><body>',
  '<script type="module" async="">import "/assets/manifest-a.js";',
  'import * as route0 from "/assets/root-a.js";',
  'import * as route1 from "/assets/login-a.js";',
  'window.__reactRouterRouteModules = {"root":route0,"login":route1};',
  'import("/assets/entry.client-a.js");</script></body></html>',
].join('\n');

/** The addresses of the scripts that a browser fetches for the head, in its order. */
const fetched = (html: string): string[] =>
  [...html.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)"/g)].map(([, name = '']) => name);

test('a page that is read has its font and its styles before its scripts', () => {
  const html = readingFirst(PAGE, '/assets/sign-a.woff2', read);
  const places = ['/assets/sign-a.woff2', '/assets/site-a.css', '/assets/framework-a.js', '</head>'].map((text) =>
    html.indexOf(text),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(fetched(html)).toEqual(['framework-a.js', 'manifest-a.js', 'site-a.js', 'login-a.js']);
});

test('a page with a form asks for the framework first, and for no file that only names what another one has', () => {
  expect(fetched(scriptsFirst(PAGE, read))).toEqual(['framework-a.js', 'site-a.js', 'login-a.js']);
});

test('the links of files that a page does not fetch stay, where React and later code look for them', () => {
  const html = scriptsFirst(PAGE, read);
  for (const name of SCRIPTS) expect(html).toContain(`href="/assets/${name}"`);
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)" media="not all" disabled=""/g)];
  expect(links.map(([, address]) => address)).toEqual([
    '/assets/site-a.css#',
    '/assets/site-a.css',
    '/assets/forms-a.css',
  ]);
});

test('a page with a form has its styles with it, before the links of the next page’s', () => {
  const html = scriptsFirst(PAGE, read);
  expect(html).toContain('<style>.page{color:red}.field{color:blue}</style><link rel="stylesheet"');
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('<style>'));
});

test('its script has the list of routes and the routes’ parts from the files that they are in', () => {
  const [, script = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(scriptsFirst(PAGE, read)) ?? [];
  expect(script.split('\n')).toEqual([
    'window.__reactRouterManifest={"routes":{}};',
    'import {B as route0_Layout,S as route0_default} from "/assets/site-a.js";const route0={"Layout":route0_Layout,"default":route0_default};',
    'import * as route1 from "/assets/login-a.js";',
    'window.__reactRouterRouteModules = {"root":route0,"login":route1};',
    'import("/assets/site-a.js");',
  ]);
});

test('it waits with the headings’ font', () => {
  const html = scriptsFirst(PAGE, read);
  expect(html).toContain('<html data-font="later"');
  expect(html).not.toContain('as="font"');
});
