import { smsParts, type TemplateValues } from '@banbo/contract';
import { expect, test } from 'vitest';
import { builtInWords } from '#domains/messages';
import { Refusal } from '#lib/refusal.ts';
import { refusalText } from './car-requests.ts';

type Values = TemplateValues<'car_refused'>;

const valuesOf = (reason: string): Values => ({ company: 'Banbo Driver Safety', phone: '030 200 1234', reason });
const builtIn = (values: Values): string => builtInWords('car_refused', values);
const a = (count: number): string => 'a'.repeat(count);

/** Characters of GSM that are left for the reason in two text messages. */
const ROOM = 2 * 153 - builtIn(valuesOf('')).length;

test('a reason that just goes into two text messages is told', () => {
  const text = refusalText(valuesOf(a(ROOM)), builtIn);
  expect([text.endsWith(a(ROOM)), smsParts(text)]).toEqual([true, 2]);
});

test.each([
  ['one character more', a(ROOM + 1), 'takes 3 text messages, and may take 2. Please shorten it.'],
  [
    'one that GSM lacks in a reason of a sentence',
    'Please bring us the car’s papers first.',
    'takes 3 text messages, and may take 2. Please shorten it, or write it without “’”.',
  ],
])('%s is refused at the reason, with how to mend it', (_, reason, sentence) => {
  const message = `With this reason the member’s text ${sentence}`;
  expect(() => refusalText(valuesOf(reason), builtIn)).toThrow(
    new Refusal('invalid_input', message, { issues: [{ path: 'body.reason', message }] }),
  );
});

test('words of the company that leave no room for the reason give way to the built-in ones', () => {
  const reason = a(100);
  const long = (values: Values): string => `${a(250)} ${values.reason}`;
  expect(refusalText(valuesOf(reason), long)).toBe(builtIn(valuesOf(reason)));
  const short = (values: Values): string => `No: ${values.reason}`;
  expect(refusalText(valuesOf(reason), short)).toBe(`No: ${reason}`);
});
