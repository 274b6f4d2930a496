import { expect, test } from 'vitest';
import { memoryBudget } from './memory-budget.ts';

test('an office’s server of 512 MB does less at once than others', () => {
  expect(memoryBudget(512)).toEqual({ heavyWork: 150, connections: 10, bodies: 1 / 2 });
  expect(memoryBudget(1_023)).toEqual(memoryBudget(512));
  expect(memoryBudget(1_024)).toEqual({ heavyWork: 250, connections: 16, bodies: 1 });
  expect(memoryBudget(24_000)).toEqual({ heavyWork: 400, connections: 16, bodies: 1 });
});
