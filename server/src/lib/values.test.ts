import { expect, test } from 'vitest';
import { upper } from './values.ts';

test.each([
  ['  ivory   coast ', 'IVORY COAST'],
  ['Co\u0302te d\u2019Ivoire', 'C\u00d4TE D\u2019IVOIRE'],
  ['\uff27\uff28\uff21\uff2e\uff21', 'GHANA'],
  ['Ghana\u00a0\u3000card', 'GHANA CARD'],
])('the name %j is stored as %j', (typed, stored) => {
  expect(upper(typed)).toBe(stored);
  expect(upper(stored)).toBe(stored);
});
