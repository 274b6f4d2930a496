import { afterEach, beforeEach, expect, vi } from 'vitest';

// Fails a test that writes a complaint to the console, even if its assertions pass.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  // Tests that run at the same time share the spy: it is emptied, not taken away.
  const complaints = [...vi.mocked(console.error).mock.calls];
  vi.mocked(console.error).mockClear();
  expect(complaints, 'written to console.error').toEqual([]);
});
