import { expect, test } from 'vitest';
import { mayDisturb } from './deliver-messages.ts';

test.each([
  ['2026-11-20T07:59:59Z', false],
  ['2026-11-20T08:00:00Z', true],
  ['2026-11-20T18:59:59Z', true],
  ['2026-11-20T19:00:00Z', false],
  ['2026-11-21T12:00:00Z', true],
  ['2026-11-22T12:00:00Z', false],
])('on %s a reminder may go out: %s', (now, may) => {
  expect(mayDisturb(new Date(now))).toBe(may);
});
