import { createHash } from 'node:crypto';
import { SITE_DEFAULTS } from '@banbo/contract';
import type { PageFile } from './read-build.ts';

const BUILT_IN = SITE_DEFAULTS.company_name;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** JSON for a script element; the text cannot end that element. */
const inScript = (text: string): string =>
  JSON.stringify(text).replace(/[&<>]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

/** The elements that name the company in a tab and in the preview of a link. */
const SHOWN = /<title>[^<]*<\/title>|<meta property="og:(?:site_name|title)" content="[^"]*"\/>/g;
/** The JSON-LD that names the company to search engines. */
const TOLD = /<script type="application\/ld\+json">[^<]*<\/script>/g;

/** Puts a company's name into the head of a page, in place of the built-in one. */
export const namePage = (html: string, name: string): string => {
  const end = html.indexOf('</head>');
  const head = html
    .slice(0, end)
    .replace(SHOWN, (element) => element.replaceAll(BUILT_IN, () => inHtml(name)))
    .replace(TOLD, (element) => element.replaceAll(JSON.stringify(BUILT_IN), () => inScript(name)));
  return head + html.slice(end);
};

/** A page under a name, and its ETag. */
export type NamedPage = { html: string; tag: string };

const toNamed = (built: string, name: string): NamedPage => {
  const html = namePage(built, name);
  return { html, tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
};

/** Puts the company's name into pages, made once per name; null keeps the built-in one. */
export const pageNamer = (): ((page: PageFile, name: string) => NamedPage | null) => {
  let known = BUILT_IN;
  let pages = new WeakMap<PageFile, NamedPage>();
  return (page, name) => {
    if (name === BUILT_IN) return null;
    if (name !== known) {
      known = name;
      pages = new WeakMap();
    }
    const named = pages.get(page) ?? toNamed(page.html, name);
    pages.set(page, named);
    return named;
  };
};
