import { expect, test } from 'vitest';
import { growthOf } from '../../server/test/attacks/expression-growth.ts';
import { expressionsIn } from './slow-expressions.ts';

test.each([
  ['slashes at the end', /\/+$/],
  ['the same behind a look at what is before', /(?<=.)\/+$/],
  ['two repetitions that meet', /^\d+\d+$/],
  ['a repetition within a repetition', /^(a+)+$/],
])('an expression is caught whose work grows faster than its text: %s', (_name, { source, flags }) => {
  expect(growthOf({ source, flags })).toMatch(/polynomial|exponential/);
});

test('an expression is found wherever it stands, with its line', () => {
  const text = 'const a = 1;\nexport const trim = (text: string) => text.replace(/x+$/gi, "");';
  expect(expressionsIn('trim.ts', text)).toEqual([{ source: 'x+$', flags: 'gi', line: 2 }]);
});
