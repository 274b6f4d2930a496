import { join } from 'node:path';
import { expect, test } from 'vitest';
import { growthOf } from '../../server/test/attacks/expression-growth.ts';
import { readTree } from './read-tree.ts';
import { expressionsIn } from './slow-expressions.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Slow expressions that never meet text from outside, each with its reason. */
const OWN_TEXT: Record<string, string> = {
  'server/src/http/web/read-build.ts': 'reads the pages that the build wrote, once, at the start',
};

const meetsOutsideText = (path: string): boolean =>
  /^(contract|server)\/src\//.test(path) && !path.endsWith('.test.ts') && !(path in OWN_TEXT);

test('the work of no expression that meets text from outside grows faster than the text', () => {
  const checked = [...readTree(ROOT)]
    .filter(([path]) => meetsOutsideText(path))
    .flatMap(([path, text]) => expressionsIn(path, text).map((one) => ({ ...one, at: `${path}:${one.line}` })));
  // At least as many as when this was written, so that a parser that finds none fails the test.
  expect(checked.length).toBeGreaterThan(60);
  const bySource = new Map(checked.map((one) => [`/${one.source}/${one.flags}`, one]));
  const slow = [...bySource.values()].map((one) => ({ at: one.at, growth: growthOf(one) }));
  expect(slow.filter(({ growth }) => growth !== null)).toEqual([]);
});
