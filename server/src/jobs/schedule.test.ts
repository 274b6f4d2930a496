import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schedule } from './schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each job runs at its own pace until stopped', async () => {
  const runs: string[] = [];
  const job = (name: string, everyMs: number) => ({ name, everyMs, run: async () => runs.push(name) });
  const stop = schedule([job('often', 10), job('rarely', 25)], () => {});
  await vi.advanceTimersByTimeAsync(30);
  await stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toEqual(['often', 'often', 'rarely', 'often']);
});

test('a job that is to run at once does so, and then at its pace', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const stop = schedule([{ name: 'early', everyMs: 10, atOnce: true, run }], () => {});
  await vi.advanceTimersByTimeAsync(25);
  await stop();
  expect(runs).toBe(3);
});

test('a job that takes long is not run beside itself, and stopping waits for it', async () => {
  const gate = Promise.withResolvers<void>();
  let started = 0;
  const run = () => {
    started += 1;
    return gate.promise;
  };
  const stop = schedule([{ name: 'long', everyMs: 10, run }], () => {});
  await vi.advanceTimersByTimeAsync(55);
  expect(started).toBe(1);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(stopped).toBe(false);
  gate.resolve();
  await stopping;
});

test('a job that fails is told of and runs again', async () => {
  const errors: [string, unknown][] = [];
  const broken = new Error('broken');
  const stop = schedule([{ name: 'bad', everyMs: 10, run: () => Promise.reject(broken) }], (job, error) =>
    errors.push([job, error]),
  );
  await vi.advanceTimersByTimeAsync(25);
  await stop();
  expect(errors).toEqual([
    ['bad', broken],
    ['bad', broken],
  ]);
});
