import { expect, test } from 'vitest';
import { termInWords } from './term-in-words.ts';

test('a term of one year is in the singular', () => {
  expect(termInWords({ term_years: 1, commencement: '2020-03-01' })).toBe('1 year from 1 Mar 2020');
  expect(termInWords({ term_years: 99, commencement: '2020-03-01' })).toBe('99 years from 1 Mar 2020');
});
