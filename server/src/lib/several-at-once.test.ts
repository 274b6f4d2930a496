import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { severalAtOnce } from './several-at-once.ts';

test('as many are worked on at once as may be, and each once', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  await severalAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await nextTurn();
    now -= 1;
    done.push(item);
  });
  expect([done, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('none is begun once one has failed, and those under way end first', async () => {
  const done: number[] = [];
  const working = severalAtOnce([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error('the first');
    await nextTurn();
    done.push(item);
  });
  await expect(working).rejects.toThrow('the first');
  expect(done).toEqual([2]);
});
