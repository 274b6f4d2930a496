import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SITE_DEFAULTS } from '@banbo/contract';

const page = (title: string): string =>
  `<!DOCTYPE html><head><title>${title}</title></head><script src="/assets/root-1a2b.js"></script>`;

const FILES: Record<string, string> = {
  'client/index.html': page('Home'),
  'client/about/index.html': page(`About · ${SITE_DEFAULTS.company_name}`),
  'client/__spa-fallback.html': page('Loading'),
  'client/assets/root-1a2b.js': 'console.info("root");',
  'pages.json': JSON.stringify(['/', '/about', '/login', '/display_driver/:id', '/view_payment/:code?']),
};

/** A folder with a small web build, and a function that removes it. */
export const buildWeb = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-web-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
};
