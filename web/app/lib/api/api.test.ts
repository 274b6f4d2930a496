import { listNationalities, registerDriver } from '@banbo/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api.ts';

/** A line that accepts requests and never answers. */
const stall = (_: unknown, { signal }: RequestInit): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', stall);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a call on a line that stalls', () => {
  const UNREACHED = { status: 0, message: 'The server could not be reached. Check your connection and try again.' };

  it('counts as not reached after 30 seconds', async () => {
    await Promise.all([
      expect(call(listNationalities, {})).rejects.toMatchObject(UNREACHED),
      vi.advanceTimersByTimeAsync(30_000),
    ]);
  });

  it('has 90 seconds for a form with a photo', async () => {
    const body = { last_name: 'MENSAH' } as Parameters<typeof call<typeof registerDriver>>[1]['body'];
    const settled = vi.fn();
    const refused = call(registerDriver, { body }).catch(settled);
    await vi.advanceTimersByTimeAsync(89_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining(UNREACHED));
  });

  it('is ended as such when its screen is left', async () => {
    const left = new AbortController();
    await Promise.all([
      expect(call(listNationalities, { signal: left.signal })).rejects.toMatchObject({ name: 'AbortError' }),
      vi.advanceTimersByTimeAsync(0).then(() => left.abort()),
    ]);
  });
});
