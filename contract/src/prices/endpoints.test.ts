import { expect, test } from 'vitest';
import { codeOfDescription } from './endpoints.ts';

test.each([
  ['SALES & REGULARIZATION', 'CC1000'],
  ['GROUND RENT', 'CC2000'],
  ['CUSTOMARY DRINK', 'CC3000'],
  ['DIGGING FEE', 'CC4000'],
  ['FORMS', 'CC5000'],
  ['SITE PLAN', 'CC6000'],
])('%s has the code %s', (description, code) => {
  expect(codeOfDescription(description)).toBe(code);
  expect(codeOfDescription(` ${description.toLowerCase().replaceAll(' ', '  ')} `)).toBe(code);
});

test.each(['', 'GROUND', 'GROUND RENTS', 'constructor'])('%j has none', (description) => {
  expect(codeOfDescription(description)).toBeNull();
});
