import { expect, test } from 'vitest';
import { callsForHelp } from './text-calls.ts';

test.each([
  ['SOS', true],
  [' sos! at Tema', true],
  ['Help me', true],
  ['EMERGENCY, Osu', true],
  ['helpful offer', false],
  ['I paid 200', false],
  ['Please help', false],
  ['', false],
])('%j calls for help: %s', (text, does) => {
  expect(callsForHelp(text)).toBe(does);
});
