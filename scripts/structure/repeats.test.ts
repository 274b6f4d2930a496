import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repeatOffences, STANDS_ONCE } from './repeats.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-repeats-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const lines = (count: number, name = 'step'): string =>
  Array.from({ length: count }, (_, index) => `${name}(${index});`).join('\n');

const SIX = lines(6);
const spaced = SIX.replaceAll('\n', '\n\n  // In between.\n}\n    ');

test.each([
  [
    'in two files',
    { 'server/src/a.ts': `start();\n${SIX}`, 'web/app/b.tsx': SIX },
    'web/app/b.tsx:1',
    'server/src/a.ts:2',
  ],
  ['in one file', { 'bench/a.ts': `${SIX}\nother();\n${SIX}` }, 'bench/a.ts:8', 'bench/a.ts:1'],
  ['in style sheets', { 'web/app/a.css': SIX, 'web/app/b.css': SIX }, 'web/app/b.css:1', 'web/app/a.css:1'],
  ['with other spaces', { 'contract/src/a.ts': SIX, 'scripts/b.js': spaced }, 'scripts/b.js:1', 'contract/src/a.ts:1'],
])('caught: six equal lines %s', (_name, files, at, detail) => {
  for (const [path, text] of Object.entries(files)) plant(path, text);
  expect(repeatOffences(root)).toEqual([{ at, rule: STANDS_ONCE, detail }]);
});

test('a long repeat is one offence', () => {
  plant('server/src/a.ts', lines(20));
  plant('server/src/b.ts', lines(20));
  expect(repeatOffences(root)).toHaveLength(1);
});

test.each([
  ['five lines', lines(5), lines(5)],
  ['imports', "import {\n  a,\n  b,\n  c,\n  d,\n  e,\n  f,\n} from './c.ts';"],
  ['comments', SIX.replaceAll(/^/gm, '// ')],
  ['brackets', '{\n}\n'.repeat(6)],
  ['lines that are alike but for a name', SIX, lines(6, 'stop')],
])('left alone: %s', (_name, text, other = text) => {
  plant('server/src/a.ts', text);
  plant('server/src/b.ts', other);
  expect(repeatOffences(root)).toEqual([]);
});

test('left alone: tests, migrations, and files that are allowed with a reason', () => {
  for (const path of ['server/src/a.ts', 'server/src/a.test.ts', 'server/migrations/0001_a.sql', 'e2e/a.ts']) {
    plant(path, SIX);
  }
  expect(repeatOffences(root)).toEqual([]);
  plant('web/app/b.ts', SIX);
  expect(repeatOffences(root)).toHaveLength(1);
  expect(repeatOffences(root, [{ files: ['server/src/a.ts', 'web/app/b.ts'], reason: 'Tables.' }])).toEqual([]);
});
