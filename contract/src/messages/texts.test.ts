import { expect, test } from 'vitest';
import { firstWords } from './texts.ts';

test('the first words of a text are whole ones, on one line', () => {
  expect(firstWords(' Please call\n us. ')).toBe('Please call us.');
  expect(firstWords(`${'word '.repeat(11)}longer than that`)).toBe(`${'word '.repeat(11)}…`.replace(' …', '…'));
});

test('a text without a space is cut between its characters', () => {
  expect(firstWords('a'.repeat(70))).toBe(`${'a'.repeat(60)}…`);
  expect(firstWords(`${'a'.repeat(59)}🙏🙏`)).toBe(`${'a'.repeat(59)}…`);
  expect(firstWords('🙏'.repeat(40))).toBe(`${'🙏'.repeat(30)}…`);
  for (let length = 1; length < 70; length += 1) {
    expect(firstWords(`${'a'.repeat(length)}${'🙏'.repeat(9)} done`), `${length} before`).not.toMatch(/\p{Cs}/u);
  }
});
