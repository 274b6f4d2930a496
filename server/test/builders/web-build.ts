import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const page = (title: string): string =>
  `<!DOCTYPE html><title>${title}</title><script src="/assets/root-1a2b.js"></script>`;

const FILES: Record<string, string> = {
  'client/index.html': page('Home'),
  'client/about/index.html': page('About'),
  'client/__spa-fallback.html': page('Loading'),
  'client/assets/root-1a2b.js': 'console.info("root");',
  'pages.json': JSON.stringify(['/', '/about', '/login', '/display_driver/:id', '/view_payment/:code?']),
};

/** A folder with what the web's build writes, in small, and what removes it. */
export const buildWeb = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-web-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
};
