import { Phone } from '@banbo/contract';
import { describe, expect, it } from 'vitest';
import { behindTheCode, isAbroad, wholeNumber } from './form-phone.tsx';

describe('a phone number behind a fixed +233', () => {
  it.each(['24 123 4567', '024 123 4567', '0241234567', '+233 24 123 4567', '233241234567', '024-123-4567'])(
    'takes %s as the same number',
    (input) => {
      expect(wholeNumber(input)).toBe('+233241234567');
      expect(behindTheCode(input)).toBe('24 123 4567');
    },
  );

  it.each(['25 123 4567', '053 123 4567'])('takes %s, whose prefix other forms wrongly refuse', (input) => {
    expect(Phone.safeParse(wholeNumber(input)).success).toBe(true);
  });

  it.each(['+44 7400 123456', '0044 7400 123456'])('takes %s, of another country, without it', (input) => {
    expect(wholeNumber(input)).toBe('+447400123456');
    expect(behindTheCode(input)).toBe(input);
    expect(isAbroad(input)).toBe(true);
  });

  it.each(['', '+', '+2', '+23', '+233', '00233 24', '024', '24'])(
    'stays while %j may become a number of Ghana',
    (input) => {
      expect(isAbroad(input)).toBe(false);
    },
  );

  it.each(['', '24 123', 'abc', '024 123 45678'])('leaves %j as typed and lets the contract refuse it', (input) => {
    expect(behindTheCode(input)).toBe(input);
    expect(Phone.safeParse(wholeNumber(input)).success).toBe(false);
  });
});
