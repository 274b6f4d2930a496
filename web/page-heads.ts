import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;

/** Puts a page's scripts after its styles: browsers load files in the order in which they find them. */
export const stylesFirst = (html: string): string => {
  const preloads = html.match(MODULE_PRELOAD) ?? [];
  return html.replace(MODULE_PRELOAD, '').replace('</head>', `${preloads.join('')}</head>`);
};

/** Puts the styles first in every page of the finished client build. */
export const orderHeads = (client: string): void => {
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.html')) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, stylesFirst(readFileSync(file, 'utf8')));
  }
};
