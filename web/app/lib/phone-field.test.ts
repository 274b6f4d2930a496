import { Phone } from '@banbo/contract';
import { describe, expect, it } from 'vitest';
import { behindTheCode, wholeNumber } from './phone-field.ts';

describe('a phone number behind a fixed +233', () => {
  it.each(['24 123 4567', '024 123 4567', '0241234567', '+233 24 123 4567', '233241234567', '024-123-4567'])(
    'takes %s as the same number',
    (typed) => {
      expect(wholeNumber(typed)).toBe('+233241234567');
      expect(behindTheCode(typed)).toBe('24 123 4567');
    },
  );

  it.each(['25 123 4567', '053 123 4567'])('takes %s, whose prefix other forms wrongly refuse', (typed) => {
    expect(Phone.safeParse(wholeNumber(typed)).success).toBe(true);
  });

  it.each(['', '24 123', 'abc', '024 123 45678'])('leaves %j as typed and lets the contract refuse it', (typed) => {
    expect(behindTheCode(typed)).toBe(typed);
    expect(Phone.safeParse(wholeNumber(typed)).success).toBe(false);
  });
});
