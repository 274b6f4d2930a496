import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Postmaster } from './postmaster.ts';
import { supervise } from './supervise.ts';

/** A PostgreSQL that ends on command. */
const fake = () => {
  const { promise: ended, resolve: die } = Promise.withResolvers<void>();
  let stopped = false;
  const postmaster: Postmaster = {
    ended,
    reload: () => {},
    stop: async () => {
      stopped = true;
      die();
    },
  };
  return { postmaster, die, wasStopped: () => stopped };
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(console.warn).mockRestore();
});

const neverBlocked = { isBlocked: () => false };

test('PostgreSQL is started again when it dies, and no more once it was stopped', async () => {
  const first = fake();
  const second = fake();
  let starts = 0;
  const start = async () => {
    starts += 1;
    return second.postmaster;
  };
  const supervised = supervise(first.postmaster, start, { ...neverBlocked, giveUp: () => expect.unreachable() });
  first.die();
  await vi.advanceTimersByTimeAsync(99);
  expect(starts).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(starts).toBe(1);
  expect(console.warn).toHaveBeenCalledWith('PostgreSQL has ended, and is started again in 0.1 seconds.');
  await supervised.stop();
  expect(second.wasStopped()).toBe(true);
  expect(starts).toBe(1);
});

test('the fifth death within a minute is the last, and says why the last start failed', async () => {
  const first = fake();
  const said = Promise.withResolvers<string | null>();
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.reject(new Error(`no luck ${starts}`));
  };
  supervise(first.postmaster, start, { ...neverBlocked, giveUp: said.resolve });
  first.die();
  await vi.advanceTimersByTimeAsync(100 + 200 + 400 + 800);
  expect(await said.promise).toBe('no luck 4');
  expect(starts).toBe(4);
});

test('while something outside blocks it, such as a full disk, it is tried without end', async () => {
  const first = fake();
  const last = fake();
  let blocked = true;
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (starts < 6) throw new Error('No space left on device');
    blocked = false;
    return last.postmaster;
  };
  const supervised = supervise(first.postmaster, start, {
    isBlocked: () => blocked,
    giveUp: () => expect.unreachable(),
  });
  first.die();
  await vi.advanceTimersByTimeAsync(100 + 200 + 400 + 800 + 1600 + 3200);
  expect(starts).toBe(6);
  await supervised.stop();
  expect(last.wasStopped()).toBe(true);
});

test('fewer than five deaths a minute are no reason to give up', async () => {
  let current = fake();
  const start = async () => {
    current = fake();
    return current.postmaster;
  };
  const supervised = supervise(current.postmaster, start, { ...neverBlocked, giveUp: () => expect.unreachable() });
  for (let death = 1; death <= 10; death += 1) {
    current.die();
    await vi.advanceTimersByTimeAsync(20_000);
  }
  await supervised.stop();
  expect(current.wasStopped()).toBe(true);
});

test('a stop while it is being started again ends what was started', async () => {
  const first = fake();
  const second = fake();
  const started = Promise.withResolvers<Postmaster>();
  let starting = false;
  const start = () => {
    starting = true;
    return started.promise;
  };
  const supervised = supervise(first.postmaster, start, { ...neverBlocked, giveUp: () => expect.unreachable() });
  first.die();
  await vi.advanceTimersByTimeAsync(100);
  expect(starting).toBe(true);
  const stopping = supervised.stop();
  started.resolve(second.postmaster);
  await stopping;
  expect(second.wasStopped()).toBe(true);
});
