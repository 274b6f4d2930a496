import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainProse, isPlainText } from './text.ts';

test.each([
  ...[
    'Ama Mensah',
    'Kɔfi Ɔwusu-Ansah',
    'N’Guessan',
    "O'Brien",
    'Müller',
    'Nɪɪ Ŋmɛ',
    'Dr. Yaa (Abena) & Co.',
    '李小龍',
    'عمر',
  ],
  'E\u0301sther',
])('%s is a name', (name) => {
  expect(isPlainText(name)).toBe(true);
  expect(isPlainProse(name)).toBe(true);
});

/**
 * Zero-width characters, joiners, direction marks and isolates, soft hyphen, fillers, tags,
 * controls and half a character.
 */
const UNSEEN = [
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u061c', '\u180e'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u206a'],
  ...['\u115f', '\u3164', '\uffa0', '\u2800', '\ufe0f', '\ufff9', '\u{e0041}', '\u{e0100}', '\u2028', '\u2029'],
  ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800'],
];

test('a character that nobody sees is refused wherever it stands', () => {
  assert(
    property(string(), constantFrom(...UNSEEN), string(), (before, unseen, after) => {
      expect(isPlainText(`${before}${unseen}${after}`)).toBe(false);
    }),
  );
  for (const unseen of UNSEEN) expect(isPlainProse(`Ama${unseen}Mensah`)).toBe(false);
});

test.each(['\n', '\r\n', '\t'])('a line may not hold %j, running text may', (character) => {
  expect(isPlainText(`Ama${character}Mensah`)).toBe(false);
  expect(isPlainProse(`Ama${character}Mensah`)).toBe(true);
});

test.each(['Thank you ❤️', '👩🏽‍🚒 came', 'Call 1️⃣ or #️⃣', '❤️‍🔥', '👨‍👩‍👧'])('%s may be written in a message', (prose) => {
  expect(isPlainProse(prose)).toBe(true);
});

test.each(['❤\ufe0f\ufe0f', '👩\u200d', '👩\u200dama', 'a\ufe0f'])('%j hides something behind a picture', (prose) => {
  expect(isPlainProse(prose)).toBe(false);
});
