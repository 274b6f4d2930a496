import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restAfter } from './job-server.ts';

test('jobs beside each other leave half of the time free, however many and however long their chunks', () => {
  const chunk = fc.double({ min: 0.1, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(chunk, { minLength: 1, maxLength: 8 }), (chunks) => {
      const shares = chunks.map((took) => took / (took + restAfter(took, chunks.length - 1)));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.5);
    }),
  );
});

test('a chunk that took long makes nobody rest for long', () => {
  expect(restAfter(60_000, 0)).toBe(1_000);
});
