import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { publicRead } from './public-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('two forms that ask at once share one call, and its answer for five minutes', async () => {
  const ask = vi.fn(async () => ['GHANA']);
  const list = publicRead(ask);
  expect(list.state().status).toBe('pending');
  expect(await Promise.all([list.ensure(), list.ensure()])).toEqual([['GHANA'], ['GHANA']]);
  expect(list.state()).toEqual({ data: ['GHANA'], status: 'success', error: null });
  vi.advanceTimersByTime(299_000);
  await list.ensure();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  await list.ensure();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a form that opens has the list at once that is there, and anew what has changed since', async () => {
  let types = ['FEE'];
  const list = publicRead(async () => types);
  await list.ensure();
  types = ['FEE', 'STICKER'];
  const renewed = Promise.all([list.renew(), list.renew()]);
  expect(list.state()).toEqual({ data: ['FEE'], status: 'success', error: null });
  expect(await renewed).toEqual([types, types]);
  expect(list.state().data).toEqual(types);
});

test('a call that fails is tried three times more, and then told with its reason', async () => {
  const ask = vi.fn(async () => Promise.reject(new ApiError(503, 'Please wait.')));
  const list = publicRead(ask);
  const told = vi.fn();
  list.listen(told);
  const asked = list.ensure().catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await asked).toBe('Please wait.');
  expect(ask).toHaveBeenCalledTimes(4);
  expect(list.state().status).toBe('error');
  expect(told).toHaveBeenCalledTimes(1);
});

test('what was refused is not asked again by itself', async () => {
  const ask = vi.fn(async () => Promise.reject(new ApiError(429, 'Too many calls.')));
  await expect(publicRead(ask).ensure()).rejects.toThrow('Too many calls.');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('asking again after an error waits anew', async () => {
  let isUp = false;
  const list = publicRead(async () => (isUp ? ['GHANA'] : Promise.reject(new ApiError(400, 'No.'))));
  await expect(list.ensure()).rejects.toThrow('No.');
  isUp = true;
  const again = list.ensure();
  expect(list.state().status).toBe('pending');
  expect(await again).toEqual(['GHANA']);
});
