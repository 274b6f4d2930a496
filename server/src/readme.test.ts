import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

test('the README’s table has every setting, and none that does not exist', () => {
  const settings = [...read('config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const described = [...read('../../README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(10);
  expect(described.toSorted()).toEqual(settings.toSorted());
});
