import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { awaitLater } from './gather.ts';

test('work that is refused before it is awaited disturbs nobody, and is refused to who awaits it', async () => {
  // A refusal that nothing awaits for a turn of the event loop would fail this run.
  const work = awaitLater(Promise.reject(new Error('No connection')));
  await nextTurn();
  await expect(work).rejects.toThrow('No connection');
  expect(await awaitLater(Promise.resolve(7))).toBe(7);
});
