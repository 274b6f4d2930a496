import { CALLING_WORDS, SITE_DEFAULTS } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCallForHelp } from './calling-words.ts';

const WORDS = [...CALLING_WORDS, ...SITE_DEFAULTS.calling_words];
const calls = (text: string, isKnown: boolean): boolean => isCallForHelp(text, { words: WORDS, isKnown });

test.each([
  ...['SOS', ' sos! at Tema', 'Help me', 'EMERGENCY, Osu', 'S.O.S', 'S O S', 'S.O.S a thief is here', 's-o-s'],
  ...['Please help', 'pls help', 'I need help', 'HELPME', 'help!!!', 'HEEELP', 'hellpp', 'SOSSOS', 'sos sos sos'],
  ...['GR 1234-20 SOS', 'GR-1234-20. SOS', 'SOSGR1234', 'SOS GR1234-20', '*SOS*', '*SOS#', '“SOS”', '[sos]', '(help)'],
  ...[
    '1 SOS',
    'sos1',
    '112 help',
    'S0S',
    'H3LP',
    'ＳＯＳ',
    's\u200bo\u200bs',
    'SÓS',
    '🆘',
    '🆘🆘 Kaneshie',
    '😭😭 help 😭',
  ],
  ...[
    'Boa me',
    'boame',
    'Boa yɛn',
    'boa y3n',
    'boa yεn',
    'Kpe ɖe ŋunye',
    'kpe de nunye',
    'Ye mi bua',
    'Awif)',
    'jul) no aba',
  ],
])('%j calls for help, whoever sends it', (text) => {
  expect(calls(text, true)).toBe(true);
  expect(calls(text, false)).toBe(true);
});

test.each([
  ...['They have beaten me, help', 'Mepa wo kyɛw boa me', 'My car was taken by armed robbers', 'Urgent, armed robbers'],
  ...['Where are you? SOS', 'Master there is an accident at Kasoa', 'they want to kidnap me'],
])('%j calls for help only from a number in the records', (text) => {
  expect(calls(text, true)).toBe(true);
  expect(calls(text, false)).toBe(false);
});

test.each([
  ...['helpful offer', 'I paid 200', 'SOSPESO', 'Gosos 12', 'He helped 2 people', 'so, S. Mensah', 'attach', '', '505'],
  ...['When do you open?', 'Good morning', 'GR 1234-20', '0244123456', '😀', 'shelp', 'hel p'],
])('%j calls nobody', (text) => {
  expect(calls(text, true)).toBe(false);
});

test('a word that staff add calls, however they write it, and one without letters nothing', () => {
  const words = ['bra ntɛm', '!!', 'aa'];
  expect(isCallForHelp('BRA  NTEM!', { words, isKnown: true })).toBe(true);
  expect(isCallForHelp('aaa ab !!', { words, isKnown: true })).toBe(false);
});

const SIGNS = fc
  .array(fc.constantFrom(...' .,!*#-_/:;\n“”0123456789'), { maxLength: 6 })
  .map((signs) => signs.join(''));

test('a word between any signs and digits, in any capitals and by shaking hands, calls', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WORDS),
      ...[SIGNS, SIGNS],
      fc.infiniteStream(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }))),
      (word, before, after, hands) => {
        const typed = [...word].map((letter) => {
          const [isUpper, times] = hands.next().value as [boolean, number];
          return (isUpper ? letter.toUpperCase() : letter.toLowerCase()).repeat(letter === ' ' ? 1 : times);
        });
        expect(calls(`${before} ${typed.join('')} ${after}`, true)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

const FEW = { words: ['SOS', 'BOA ME'], isKnown: true };

test('a text without a letter calls nobody, and no text is too strange to be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), SIGNS, (text, signs) => {
      expect(typeof isCallForHelp(text, FEW)).toBe('boolean');
      expect(isCallForHelp(signs, FEW)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('a text that tries every way is read at once', () => {
  for (const text of ['S '.repeat(800), 'SOSS'.repeat(400), 'SOS'.repeat(530).concat('X'), 'a3)'.repeat(530)])
    expect(typeof calls(text, true)).toBe('boolean');
});
