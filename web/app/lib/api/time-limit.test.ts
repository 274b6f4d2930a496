import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeoutError, withTimeout } from './time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ends only when aborted, as a call on a stalled line. */
const stalled = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(new DOMException('aborted', 'AbortError'));
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

test('work that ends in time gives what it gives, and leaves no timer behind', async () => {
  expect(await withTimeout(1000, async () => 'done')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that stalls is ended when its time is over', async () => {
  await Promise.all([
    expect(withTimeout(1000, stalled)).rejects.toThrow(TimeoutError),
    vi.advanceTimersByTimeAsync(1000),
  ]);
});

test.each(['before', 'meanwhile'])('work that nobody wants any more is ended: %s', async (when) => {
  const unwanted = new AbortController();
  if (when === 'before') unwanted.abort();
  const ended = expect(withTimeout(1000, stalled, unwanted.signal)).rejects.toThrow('aborted');
  unwanted.abort();
  await ended;
});
