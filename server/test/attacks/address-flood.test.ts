import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness.ts';
import { addressLimit } from '../limits.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(() => it.atOneServer('an address has so many calls at each server'));
afterAll(() => it.close());

/** A call that is refused for its body: it counts, and costs next to nothing. */
const call = async (remoteAddress: string): Promise<number> =>
  (await it.app.inject({ method: 'POST', url: '/api/geocode', payload: {}, remoteAddress })).statusCode;

const LIMIT = addressLimit('/geocode');

const useUp = async (remoteAddress: string): Promise<void> => {
  for (let times = 0; times < LIMIT; times += 1) expect(await call(remoteAddress)).toBe(400);
  expect(await call(remoteAddress)).toBe(429);
};

test('6,000 other addresses do not make the server forget one that called too often', async () => {
  await useUp('41.66.210.1');
  for (let other = 0; other < 6000; other += 1) await call(`10.50.${other >> 8}.${other & 255}`);
  expect(await call('41.66.210.1')).toBe(429);
});

test('an IPv6 site cannot call without end by going through its 65,536 networks', async () => {
  const network = (number: number): string => `2001:db8:7:${number.toString(16)}::1`;
  await useUp(network(0));
  let allowed = LIMIT;
  for (let other = 1; other <= 12 * LIMIT; other += 1) if ((await call(network(other))) === 400) allowed += 1;
  expect(allowed).toBe(8 * LIMIT);
  expect(await call('2001:db8:8::1')).toBe(400);
});
