import { expect, test } from 'vitest';
import { formatPaperCode, readPaperCode } from './paper-code.ts';

test('a code that was copied from paper is read with its dashes, in small letters and with letters for digits', () => {
  expect(formatPaperCode('7Q2MXK4D9H3BZT10')).toBe('7Q2M-XK4D-9H3B-ZT10');
  for (const typed of ['7Q2M-XK4D-9H3B-ZT10', '7q2m xk4d 9h3b zt10', '7Q2MXK4D9H3BZTlO', '7Q2MXK4D9H3BZTIo']) {
    expect(readPaperCode(typed)).toBe('7Q2MXK4D9H3BZT10');
  }
  for (const typed of ['', '7Q2M', '7Q2MXK4D9H3BZT1U', '7Q2MXK4D9H3BZT100', '٧Q2MXK4D9H3BZT10']) {
    expect(readPaperCode(typed)).toBeNull();
  }
});
