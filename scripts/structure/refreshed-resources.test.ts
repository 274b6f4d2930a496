import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from './read-tree.ts';
import { unknownResourcesIn } from './refreshed-resources.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'web/app/features/books/page.tsx';
const CLIENT = 'web/app/lib/api/query-client.ts';

test.each([
  [PAGE, "refresh('journals', 'nothing')", [`${PAGE}: nothing`]],
  [PAGE, "refresh('journals')", []],
  [PAGE, 'refresh(getRoles)', []],
  [CLIENT, "const ALSO_CHANGED = {\n  journals: ['approvals'],\n  nobody: ['nowhere'],\n};", ['nobody', 'nowhere']],
])('of %s, %j reads what is not there: %j', (path, text, found) => {
  expect(unknownResourcesIn(path, text)).toEqual(found.map((name) => (name.includes(':') ? name : `${path}: ${name}`)));
});

test('what the web reads anew are resources of endpoints', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => unknownResourcesIn(path, text))).toEqual([]);
});
