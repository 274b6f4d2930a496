import { describe, expect, it } from 'vitest';
import { usableUntil } from './session.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('how long an access token is used', () => {
  it('counts the token’s own span from its arrival, whatever the device’s clock says', () => {
    const yearsAgo = 1_000_000;
    expect(usableUntil(token({ iat: 5_000_000, exp: 5_000_600 }), yearsAgo)).toBe(yearsAgo + 590_000);
  });

  it('reads a payload with letters beyond ASCII', () => {
    expect(usableUntil(token({ fullname: 'Akosua Ɔforiwaa ÿþ', iat: 0, exp: 60 }), 0)).toBe(50_000);
  });

  it('takes ten minutes for a token that does not say', () => {
    expect(usableUntil('opaque', 0)).toBe(590_000);
  });

  it('never uses one that ends within the margin', () => {
    expect(usableUntil(token({ iat: 100, exp: 105 }), 42)).toBe(42);
  });
});
