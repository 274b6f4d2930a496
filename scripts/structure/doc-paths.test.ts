import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DOC_PATHS, docPathOffences } from './doc-paths.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-docs-'));
  for (const path of ['web/app/lib/public-pages.ts', 'server/src/http/guard.ts', 'docs/security.md']) plant(path, '');
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

test('files and folders may be named whole or by their end, alone or in a command', () => {
  plant(
    'CONTRIBUTING.md',
    'In `web/app/lib/public-pages.ts`, `http/guard.ts`, `web/app/`, [there](docs/security.md#logs), `npx vitest run guard.ts`.',
  );
  expect(docPathOffences(root)).toEqual([]);
});

test('what is no path is left alone', () => {
  plant(
    'README.md',
    '`npm test -- unit`, `/api/readyz`, `*.repo.ts`, `src/<x>/`, [out](https://example.com/a.md), [up](#top)',
  );
  expect(docPathOffences(root)).toEqual([]);
});

test.each([
  ['CONTRIBUTING.md', 'Add it to\n`web/app/public-pages.ts`.', 'CONTRIBUTING.md:2', 'web/app/public-pages.ts'],
  ['ARCHITECTURE.md', 'See `http/gard.ts`.', 'ARCHITECTURE.md:1', 'http/gard.ts'],
  ['README.md', 'See `ttp/guard.ts`.', 'README.md:1', 'ttp/guard.ts'],
  ['docs/decisions/0001-it.md', '[Security](security.md)', 'docs/decisions/0001-it.md:1', 'security.md'],
])('caught in %s: %j', (path, text, at, detail) => {
  plant(path, text);
  expect(docPathOffences(root)).toEqual([{ at, rule: DOC_PATHS, detail }]);
});
