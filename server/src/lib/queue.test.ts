import { expect, test } from 'vitest';
import { createQueue, Displaced } from './queue.ts';

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

test('a better rank goes first, and within a rank the first comer', async () => {
  const queue = createQueue(1, 10, 3);
  const first = gate();
  const started: string[] = [];
  const enter = (name: string, rank: number) =>
    queue(async () => {
      started.push(name);
    }, rank);
  const running = queue(first.work);
  const waiting = [
    enter('stranger 1', 2),
    enter('known 1', 0),
    enter('neighbour', 1),
    enter('known 2', 0),
    enter('stranger 2', 2),
  ];
  first.open();
  await Promise.all([running, ...waiting]);
  expect(started).toEqual(['known 1', 'known 2', 'neighbour', 'stranger 1', 'stranger 2']);
});

test('where the line is full, a better rank displaces the last comer of the worst, and equals are refused', async () => {
  const queue = createQueue(1, 3, 3);
  const first = gate();
  const enter = (name: string, rank: number) => queue(async () => name, rank);
  const entered = {
    running: queue(first.work),
    one: enter('stranger 1', 2),
    two: enter('neighbour', 1),
    three: enter('stranger 2', 2),
  };
  expect(enter('stranger 3', 2)).toBeNull();
  const known = [enter('known 1', 0)];
  await expect(entered.three).rejects.toThrow(Displaced);
  known.push(enter('known 2', 0));
  await expect(entered.one).rejects.toThrow(Displaced);
  known.push(enter('known 3', 0));
  await expect(entered.two).rejects.toThrow(Displaced);
  expect(enter('known 4', 0)).toBeNull();
  first.open();
  await entered.running;
  expect(await Promise.all(known)).toEqual(['known 1', 'known 2', 'known 3']);
});

test('work may want several places, waits until they are free, and is passed by nobody', async () => {
  const queue = createQueue(3, 10);
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const ask = (name: string, wanted: number) =>
    queue(
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          gates.set(name, resolve);
        }),
      0,
      wanted,
    );
  const end = async (name: string, work: Promise<void> | null): Promise<void> => {
    gates.get(name)?.();
    await work;
  };
  const [two, all, one] = [ask('two', 2), ask('more than there are', 5), ask('one', 1)];
  expect(begun).toEqual(['two']);
  await end('two', two);
  expect(begun).toEqual(['two', 'more than there are']);
  await end('more than there are', all);
  expect(begun).toEqual(['two', 'more than there are', 'one']);
  await end('one', one);
});
