import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../harness.ts';
import { addressLimit } from '../limits.ts';

/** The subjects that the limits in memory have counted. */
const counted = new Set<string>();

let it: TestApp;
beforeAll(async () => {
  vi.doMock('#lib/span-counts.ts', async (original) => {
    const { spanCounts } = await original<typeof import('#lib/span-counts.ts')>();
    type Counts = ReturnType<typeof spanCounts>;
    const recording = (counts: Counts): Counts => ({
      peek: (subject, max, now) => {
        const peeked = counts.peek(subject, max, now);
        const count = (): void => {
          counted.add(subject);
          peeked.count();
        };
        return { ...peeked, count };
      },
    });
    return { spanCounts: (seconds: number) => recording(spanCounts(seconds)) };
  });
  // Other files of the worker load the app with the real counts, before or after this one.
  vi.resetModules();
  const { startApp } = await import('../harness.ts');
  it = await startApp();
});
afterAll(async () => {
  vi.doUnmock('#lib/span-counts.ts');
  vi.resetModules();
  await it.close();
});

beforeEach(() => it.atOneServer('an address has so many calls at each server'));

const LIMIT = addressLimit('/geocode');

/** A call from one of a site's 65,536 networks, refused for its body: it counts, at little cost. */
const call = async (network: number): Promise<number> => {
  const remoteAddress = `2001:db8:7:${network.toString(16)}::1`;
  return (await it.app.inject({ method: 'POST', url: '/api/geocode', payload: {}, remoteAddress })).statusCode;
};

test('the networks of a full site are not counted: all of them would lock others out of what subjects share', async () => {
  let refused = 0;
  for (let network = 0; network < 10 * LIMIT; network += 1) if ((await call(network)) === 429) refused += 1;
  expect(refused).toBe(2 * LIMIT);
  expect(counted.size).toBe(8 * LIMIT + 1);
});

test('a site at its limit uses up nothing of a network that is refused for it', async () => {
  const before = counted.size;
  for (let times = 0; times < LIMIT; times += 1) expect(await call(0xffff)).toBe(429);
  expect(counted.size).toBe(before);
});
