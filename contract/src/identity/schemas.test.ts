import { expect, test } from 'vitest';
import { isValidPassword, normalizePassword, PASSWORD_RULES } from './password-rules.ts';
import { NewPassword } from './schemas.ts';

test.each(['Banbo@2026', 'Aa1!@#$%', 'Akwaaba1%Akwaaba1%Akwaab', 'Ɔsɔfo@2026aZ'])('%s keeps every rule', (password) => {
  expect(isValidPassword(password)).toBe(true);
});

test.each([
  ['a space', 'Banbo@ 2026'],
  ['a caret', 'Banbo@^2026'],
  ['a dash', 'Banbo@-2026'],
  ['a pound sign', 'Banbo@£2026'],
  ['an emoji', 'Banbo@2026🚕'],
  ['a character that cannot be seen', 'Banbo@\u200b2026'],
  ['another script’s digit', 'Banbo@202٦a1'],
  ['a filler among the letters', 'Banbo@\u115f2026'],
  ['a filler in its half width', 'Banbo@\uffa02026'],
  ['a joiner among the marks', 'Banbo@\u034f2026'],
])('%s is not allowed beside an allowed special character', (_what, password) => {
  expect(PASSWORD_RULES.filter(({ test }) => !test(password))).toHaveLength(1);
  expect(NewPassword.safeParse(password).error?.issues[0]?.message).toBe('Invalid Entry');
});

test('nothing typed yet meets no rule', () => {
  expect(PASSWORD_RULES.filter(({ test }) => test(''))).toEqual([]);
});

test('a letter with its accent is one password and one character, however the keyboard writes it', () => {
  const [one, two] = ['Akɔé@2026x'.normalize('NFC'), 'Akɔé@2026x'.normalize('NFD')];
  expect(two).not.toBe(one);
  expect(normalizePassword(two)).toBe(normalizePassword(one));
  const longest = `Aa1@${'é'.repeat(20)}`;
  expect(isValidPassword(longest.normalize('NFD'))).toBe(true);
  expect(isValidPassword(`${longest}é`.normalize('NFD'))).toBe(false);
});
