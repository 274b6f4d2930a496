import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathsBelow, readTree } from './read-tree.ts';
import { STRANGE_WORDS, strangeWordsIn } from './strange-words.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a strange phrase is caught where people read it, and not in tests', () => {
  const line = "const said = 'It lacks e-mail.';";
  expect(strangeWordsIn('web/app/features/one.tsx', `const a = 1;\n${line}`)).toEqual([
    'web/app/features/one.tsx:2: It lacks',
  ]);
  expect(strangeWordsIn('web/app/features/one.test.tsx', line)).toEqual([]);
});

test('no text that people read says what a clerk would stop at', () => {
  const pages = pathsBelow(ROOT, 'docs/product');
  const texts = new Map(pages.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const found = [...readTree(ROOT), ...texts].flatMap(([path, text]) => strangeWordsIn(path, text));
  expect(found, JSON.stringify(STRANGE_WORDS, null, 1)).toEqual([]);
});
