import { expect, test } from 'vitest';
import { awaitLater, gathered } from './gather.ts';

/** Answers when it is told to, and remembers what it was asked. */
const heldBack = () => {
  const asked: { keys: readonly number[]; answer: () => void; fail: () => void }[] = [];
  const ask = (keys: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      asked.push({ keys, answer: () => resolve(keys.map((key) => key * 10)), fail: () => reject(new Error('away')) });
    });
  return { asked, ask };
};

test('keys that come while a question is on its way are asked for together, and each gets its own answer', async () => {
  const { asked, ask } = heldBack();
  const find = gathered(ask, 1);
  const all = awaitLater(Promise.all([find(1), find(2), find(3)]));
  expect(asked.map(({ keys }) => keys)).toEqual([[1]]);
  asked[0]?.answer();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.keys).toEqual([2, 3]);
  asked[1]?.answer();
  expect(await all).toEqual([10, 20, 30]);
});

test('a key that comes later is never answered by a question that was on its way before it', async () => {
  const { asked, ask } = heldBack();
  const find = gathered(ask, 1);
  const first = awaitLater(find(1));
  const second = awaitLater(find(1));
  asked[0]?.answer();
  expect(await first).toBe(10);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe(10);
});

test('a question that fails fails for its own keys alone, and the next ones are asked', async () => {
  const { asked, ask } = heldBack();
  const find = gathered(ask, 1);
  const settled = Promise.allSettled([find(1), find(2)]);
  asked[0]?.fail();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await settled).toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'fulfilled', value: 20 },
  ]);
});

test('no more questions than allowed are on their way at a time, with a hundred keys each at most', async () => {
  const { asked, ask } = heldBack();
  const find = gathered(ask, 2);
  const all = awaitLater(Promise.all(Array.from({ length: 203 }, (_, key) => find(key))));
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 1]);
  for (const sizes of [
    [1, 1, 100],
    [1, 1, 100, 100],
    [1, 1, 100, 100, 1],
  ]) {
    asked[sizes.length - 3]?.answer();
    await expect.poll(() => asked.map(({ keys }) => keys.length)).toEqual(sizes);
  }
  for (const { answer } of asked) answer();
  expect(await all).toEqual(Array.from({ length: 203 }, (_, key) => key * 10));
});
