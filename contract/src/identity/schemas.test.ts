import { expect, test } from 'vitest';
import { isValidPassword, NewPassword, PASSWORD_RULES } from './schemas.ts';

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
])('%s is not allowed beside an allowed special character', (_what, password) => {
  expect(PASSWORD_RULES.filter(({ test }) => !test(password))).toHaveLength(1);
  expect(NewPassword.safeParse(password).error?.issues[0]?.message).toBe('Invalid Entry');
});

test('nothing typed yet meets no rule', () => {
  expect(PASSWORD_RULES.filter(({ test }) => test(''))).toEqual([]);
});
