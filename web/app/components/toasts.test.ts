import { expect, it } from 'vitest';
import { TOAST_DURATIONS } from './toasts.tsx';

it('keeps a success for 2 s, other messages for 4 s, and what is loading until it has loaded', () => {
  expect(TOAST_DURATIONS).toEqual({
    duration: 4000,
    success: { duration: 2000 },
    error: { duration: 4000 },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
});
