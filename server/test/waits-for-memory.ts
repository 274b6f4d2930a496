import { expect } from 'vitest';
import { awaitLater } from '#lib/await-later.ts';
import { BUDGET, withMemory } from '#lib/memory-budget.ts';
import { photoJpeg } from './builders/photos.ts';

/** Expects work to begin only once other work has given the memory back. */
export const expectToWaitForMemory = async (work: () => Promise<unknown>): Promise<void> => {
  await work();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const other = awaitLater(withMemory(BUDGET.heavyWork, () => gate.promise).then(() => order.push('other')));
  const waiting = awaitLater(work().then(() => order.push('waiting')));
  // As much time as work takes that does not wait.
  for (let turn = 0; turn < 3; turn += 1) await photoJpeg();
  gate.resolve();
  await Promise.all([other, waiting]);
  expect(order).toEqual(['other', 'waiting']);
};
