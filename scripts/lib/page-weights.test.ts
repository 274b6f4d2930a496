import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastBuild } from '../../server/src/http/web/builds.ts';

/** Bytes of a form's page and scripts as fetched: compressed, no headers, font or API calls. */
const MOST = 160_000;

const client = join(process.env.WEB_BUILD ?? lastBuild() ?? '', 'client');

const sent = (file: string): number =>
  statSync(join(client, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(client, file)).size;

/** The scripts that a page preloads, which are all that it needs to be used. */
const scriptsOf = (page: string): string[] => {
  const html = readFileSync(join(client, page, 'index.html'), 'utf8');
  const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  // A browser fetches none for a medium that it has not; those files stand in the page.
  return links.filter((link) => !link.includes('media=')).map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? '');
};

test.each(['/main_registration', '/main_payments', '/login', '/main_login'])(
  '%s brings no code of the office and none of the schemas, and weighs little',
  (page) => {
    const scripts = scriptsOf(page);
    const code = scripts.map((file) => readFileSync(join(client, file), 'utf8')).join('');
    expect(scripts.length).toBeGreaterThan(3);
    // Words of the library of schemas and of the permissions.
    expect(['invalid_type', 'drivers.privacy'].filter((word) => code.includes(word))).toEqual([]);
    expect([`${page}/index.html`, ...scripts].reduce((sum, file) => sum + sent(file), 0)).toBeLessThan(MOST);
  },
);
