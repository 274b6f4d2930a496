import { afterEach, beforeEach, expect, vi } from 'vitest';

// Fails a test that writes a complaint to the console, even if its assertions pass.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints, 'written to console.error').toEqual([]);
});
