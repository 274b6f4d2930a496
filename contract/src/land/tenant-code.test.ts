import { expect, test } from 'vitest';
import { readTenantCode, tenantCodeOf } from './tenant-code.ts';

test('a tenant code has six digits and a check character', () => {
  expect(tenantCodeOf(4417)).toMatch(/^TNT-004417-[0-9A-Z]$/);
  expect(() => tenantCodeOf(0)).toThrow(RangeError);
  expect(() => tenantCodeOf(1_000_000)).toThrow(RangeError);
});

test('a code is read however it is typed, and a wrong digit is noticed', () => {
  const code = tenantCodeOf(4417);
  const plain = code.replaceAll('-', '');
  for (const typed of [code, plain, plain.toLowerCase(), ` ${code.replaceAll('-', ' ')} `])
    expect(readTenantCode(typed)).toBe(code);
  for (let at = 3; at < 9; at += 1)
    for (const digit of '0123456789') {
      const typed = plain.slice(0, at) + digit + plain.slice(at + 1);
      expect(readTenantCode(typed)).toBe(digit === plain[at] ? code : null);
    }
  for (const wrong of ['', 'TNT', 'DRV004417K', `${plain}1`]) expect(readTenantCode(wrong)).toBeNull();
});
