import type { findAddress } from '@banbo/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { postJson } from './post-json.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const ask = () => postJson<typeof findAddress>('/geocode', { latitude: 5.5, longitude: -0.2 });
const answering = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('an answer is given as it is', async () => {
  answering('{"address":"Accra"}');
  expect(await ask()).toEqual({ ok: true, answer: { address: 'Accra' } });
});

test('a page of somebody else’s, as a hotel’s network sends, is a refusal in words', async () => {
  answering('<!doctype html><title>Log in</title>');
  expect(await ask()).toEqual({ ok: false, message: 'The answer could not be read. Please try again.', fields: {} });
});

test('a refusal says what is wrong with which field', async () => {
  answering('{"message":"No.","issues":[{"path":"body.latitude","message":"Too far."}]}', 400);
  expect(await ask()).toEqual({ ok: false, message: 'No.', fields: { latitude: 'Too far.' } });
});

test('a line that stalls is told as one that cannot be reached', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const outcome = ask();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toMatchObject({ ok: false, message: expect.stringContaining('could not be reached') });
  vi.useRealTimers();
});
