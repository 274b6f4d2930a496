import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dateInputsIn } from './date-inputs.ts';
import { readTree } from './read-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each(['<TextInput type="date" />', "<input type={'datetime-local'} />", "const props = { type: 'date' };"])(
  'the browser’s own input of a date, which may put the month first, is caught: %s',
  (line) => {
    expect(dateInputsIn('web/app/features/one.tsx', `const one = 1;\n${line}`)).toEqual(['web/app/features/one.tsx:2']);
  },
);

test('a date is typed day first everywhere, in the product’s own field', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => dateInputsIn(path, text))).toEqual([]);
});
