import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passByNames, type Read, withRoutes } from './page-start.ts';
import { shortRoutes } from './route-list.ts';

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;
const STYLE_SHEET = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;
const FONT = /^sign-800-.*\.woff2$/;
const ROUTES = /^manifest-.*\.js$/;

/** The framework alone takes longer than all else together, so it starts before everything. */
const isFramework = (preload: string): boolean => preload.includes('/assets/framework-');

/** True for a page with a form, which people come to fill in. */
const hasForm = (html: string): boolean => html.includes('href="/assets/forms-');

/** The scripts' preloads in loading order; over HTTP/1.1 a browser loads six files at a time. */
const scriptsOf = (html: string): string =>
  [...(html.match(MODULE_PRELOAD) ?? [])].sort((a, b) => Number(isFramework(b)) - Number(isFramework(a))).join('');

const withoutScripts = (html: string): string => html.replace(MODULE_PRELOAD, '');

/** Orders a page that is read: its font and its styles, then the scripts. */
export const readingFirst = (whole: string, font: string, read: Read): string => {
  const html = passByNames(whole, read);
  return withoutScripts(html)
    .replace(
      '<link rel="icon"',
      (icon) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin="anonymous"/>${icon}`,
    )
    .replace('</head>', () => `${scriptsOf(html)}</head>`);
};

/**
 * The links of styles that are inlined in the page. React looks for them as they were, some with a
 * `#`, and later code by the file's own address. Chromium prefetches a disabled link, too, except
 * for a medium that never matches.
 */
const notFetched = (link: string): string => {
  const idle = link.replace('/>', ' media="not all" disabled=""/>');
  return link.includes('#"') ? idle + idle.replace('#"', '"') : idle;
};

/**
 * Orders a page with a form: its few scripts first, its styles inlined, which spares calls before
 * it shows. The font waits until the page is idle (`lib/sign-font.ts`).
 */
export const scriptsFirst = (whole: string, read: Read): string => {
  const html = withRoutes(passByNames(whole, read), read);
  const styles = [...html.matchAll(STYLE_SHEET)].map(([, address = '']) => read(address)).join('');
  const [first = ''] = html.match(STYLE_SHEET) ?? [];
  return withoutScripts(html)
    .replace('<html', '<html data-font="later"')
    .replace('<title>', () => `${scriptsOf(html)}<title>`)
    .replace(first, () => `<style>${styles}</style>${first}`)
    .replaceAll(STYLE_SHEET, notFetched);
};

/** Orders all pages of the finished client build for slow lines. */
export const orderHeads = (client: string): void => {
  const read: Read = (address) => readFileSync(join(client, address), 'utf8');
  const assets = readdirSync(join(client, 'assets'));
  const font = `/assets/${assets.find((name) => FONT.test(name))}`;
  for (const name of assets.filter((one) => ROUTES.test(one))) {
    writeFileSync(join(client, 'assets', name), shortRoutes(read(`/assets/${name}`)));
  }
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.html')) continue;
    const file = join(entry.parentPath, entry.name);
    const html = readFileSync(file, 'utf8');
    writeFileSync(file, hasForm(html) ? scriptsFirst(html, read) : readingFirst(html, font, read));
  }
};
