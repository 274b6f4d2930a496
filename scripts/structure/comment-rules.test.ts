import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commentOffences, NAMES_ITS_SUBJECT, STANDS_ALONE } from './comment-rules.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-comments-'));
  plant('docs/product/payments.md', '# Payments\n\n1. One.\n2. Two.\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

test.each([
  ['a page and a rule of it', 'server/src/a.ts', '// Paid once (docs/product/payments.md, rule 2).\nexport {};'],
  ['a question word within a comment', 'server/src/a.ts', '// It names the person\n// who pays.\nexport {};'],
  ['files and addresses', 'server/src/a.ts', '// As `src/a.ts`; at `/sw.js`.\nexport {};'],
  ['texts of the product', 'server/src/a.ts', `export const a = "What now? See DESIGN.";`],
  ['a migration from before the rules', 'server/migrations/0020_a.sql', '-- What it is (DESIGN).\nSELECT 1;'],
])('left alone: %s', (_name, path, text) => {
  plant(path, text);
  expect(commentOffences(root)).toEqual([]);
});

test.each([
  ['contract/src/a.ts', '\n/** What it answers. */\nexport {};', 2, NAMES_ITS_SUBJECT],
  ['server/src/a.ts', '/**\n * Whoever calls it.\n */\nexport {};', 1, NAMES_ITS_SUBJECT],
  ['web/app/a.tsx', 'export const a = <p>{/* Who pays. */}</p>;', 1, NAMES_ITS_SUBJECT],
  ['web/app/a.css', 'a { color: red; }\n/* Whatever is red. */', 2, NAMES_ITS_SUBJECT],
  ['scripts/a.js', '/** @type {string} What it is. */\nexport const a = "";', 1, NAMES_ITS_SUBJECT],
  ['server/migrations/0021_a.sql', 'SELECT 1;\n-- What it counts.', 2, NAMES_ITS_SUBJECT],
  ['bench/a.ts', '// Once (DESIGN §6).\nexport {};', 1, STANDS_ALONE],
  ['e2e/a.ts', '// The first line\n// and SPEC, Login.\nexport {};', 1, STANDS_ALONE],
  ['server/src/a.ts', '// From FACTS.md.\nexport {};', 1, STANDS_ALONE],
  ['server/src/a.ts', '// See docs/product/payment.md for it.\nexport {};', 1, STANDS_ALONE],
  ['server/src/a.ts', '// See docs/product/payments.md, rule 3.\nexport {};', 1, STANDS_ALONE],
  ['server/src/a.ts', '// See `src/b.ts`.\nexport {};', 1, STANDS_ALONE],
])('caught in %s: %j', (path, text, line, rule) => {
  plant(path, text);
  expect(commentOffences(root).map((offence) => [offence.at, offence.rule])).toEqual([[`${path}:${line}`, rule]]);
});
