import { expect, test } from 'vitest';
import { Id } from './fields.ts';

test('a record number is what bigint can hold, from 1', () => {
  for (const good of ['1', '42', '9223372036854775807']) expect(Id.safeParse(good).success).toBe(true);
  for (const wrong of ['0', '-1', '01', '1.5', 'x', '', '9223372036854775808', '10000000000000000000']) {
    expect(Id.safeParse(wrong).success).toBe(false);
  }
});
