import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

const gate = () => {
  const opened = Promise.withResolvers<void>();
  return { work: () => opened.promise, open: () => opened.resolve() };
};

test('no more runs at once than there are places, and those who wait go in order', async () => {
  const queue = createQueue(2, 10);
  const started: number[] = [];
  const gates = [0, 1, 2, 3].map(gate);
  const done = gates.map((one, index) =>
    queue(() => {
      started.push(index);
      return one.work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await done[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const one of gates) one.open();
  await Promise.all(done);
  expect(started).toEqual([0, 1, 2, 3]);
});

test('what comes when the line is full is refused at once', async () => {
  const queue = createQueue(1, 1);
  const first = gate();
  const kept = [queue(first.work), queue(async () => 'second')];
  expect(queue(async () => 'third')).toBeNull();
  first.open();
  await Promise.all(kept);
  expect(await queue(async () => 'fourth')).toBe('fourth');
});

test('work that fails gives its place back', async () => {
  const queue = createQueue(1, 0);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});
