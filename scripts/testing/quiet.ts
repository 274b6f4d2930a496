import { afterEach, beforeEach, expect, vi } from 'vitest';

// Whatever complains on the console during a test has gone wrong, even if nobody asserted it.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints, 'written to console.error').toEqual([]);
});
