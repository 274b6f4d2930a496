import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const PICTURES = ["'self'", 'blob:', 'data:'];

/**
 * The Content-Security-Policy of a built page: our own scripts, and the inline ones in its HTML, by
 * their hashes. Toasts and forms write their own style elements, so inline styles are allowed.
 */
const contentPolicy = (html: string): string => {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script));
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(scripts)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': PICTURES,
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
};

/** A page's policy that allows pictures of this map service; null or an unusable one adds none. */
export const withMapTiles = (policy: string, tiles: string | null): string => {
  if (tiles === null || !URL.canParse(tiles)) return policy;
  const { origin } = new URL(tiles);
  // A host may hold marks that end a directive or let every host in.
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin)) return policy;
  const pictures = `img-src ${PICTURES.join(' ')}`;
  return policy.replace(pictures, () => `${pictures} ${origin}`);
};

/** A page's HTML file, by its path below `client/`, its text, and its content policy. */
export type PageFile = { file: string; html: string; policy: string };

export type WebBuild = {
  /** The folder of the files for browsers. */
  client: string;
  /** Files to send as they are, by their URL path: `/assets/root-x.js`. */
  files: ReadonlySet<string>;
  /** Pages written at build time, by their path: `/about`. */
  pages: ReadonlyMap<string, PageFile>;
  /** The page from which every page without a file of its own starts. */
  fallback: PageFile;
  /** True for the path of a page that the router knows. */
  isPage: (path: string) => boolean;
};

const FALLBACK = '__spa-fallback.html';
const COMPRESSED = /\.(br|gz)$/;

/** `/display_driver/:id` as an expression; the router ignores case. */
const toExpression = (pattern: string): RegExp => {
  const steps = pattern.split('/').filter(Boolean);
  const source = steps.map((step) => {
    const text = step.replace(/\?$/, '');
    const one = text.startsWith(':') ? '/[^/]+' : `/${text.replace(/[.*+^${}()|[\]\\]/g, '\\$&')}`;
    return step.endsWith('?') ? `(?:${one})?` : one;
  });
  return new RegExp(`^${source.join('')}/?$`, 'i');
};

/** Reads the web's build in `folder`, or null if there is none. */
export const readBuild = async (folder: string): Promise<WebBuild | null> => {
  const client = join(folder, 'client');
  const list = join(folder, 'pages.json');
  // Written last: without this file the build did not finish.
  if (![list, join(client, FALLBACK)].every(existsSync)) return null;
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length).split(sep).join('/'));
  const read = async (file: string): Promise<PageFile> => {
    const html = await readFile(join(client, file), 'utf8');
    return { file, html, policy: contentPolicy(html) };
  };
  const pages = names.filter((name) => name.endsWith('/index.html'));
  const patterns = z.array(z.string()).parse(JSON.parse(await readFile(list, 'utf8')));
  const expressions = patterns.map(toExpression);
  return {
    client,
    files: new Set(names.filter((name) => !name.endsWith('.html'))),
    pages: new Map(
      await Promise.all(pages.map(async (name) => [name.slice(0, -11) || '/', await read(name)] as const)),
    ),
    fallback: await read(`/${FALLBACK}`),
    isPage: (path) => expressions.some((expression) => expression.test(path)),
  };
};
