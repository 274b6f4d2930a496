import { expect, test } from 'vitest';
import { photoJpeg } from '../../test/builders/photos.ts';
import { statementCsv } from '../../test/builders/statements.ts';
import { readStatement } from '../domains/clearance/statements/read-statement.ts';
import { reencodePhoto } from '../domains/drivers/photos/reencode-photo.ts';
import { BUDGET, memoryBudget, withMemory } from './memory-budget.ts';

test('an office’s server of 512 MB does less at once than others', () => {
  expect(memoryBudget(512)).toEqual({ heavyWork: 150, connections: 10, bodies: 1 / 2, smallHeap: true });
  expect(memoryBudget(1_023)).toEqual(memoryBudget(512));
  expect(memoryBudget(1_024)).toEqual({ heavyWork: 250, connections: 16, bodies: 1, smallHeap: false });
  expect(memoryBudget(24_000)).toEqual({ heavyWork: 400, connections: 16, bodies: 1, smallHeap: false });
});

const file = new File([statementCsv([{ date: '18/11/2026', id: '1', amount: '1.00' }])], 'a.csv');

test.each([
  ['photos', async () => reencodePhoto(await photoJpeg())],
  ['statements', () => readStatement(file)],
])('%s wait while other work has the memory', async (_, work) => {
  await work();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const other = withMemory(BUDGET.heavyWork, () => gate.promise).then(() => order.push('other'));
  const waiting = work().then(() => order.push('waiting'));
  // As much time as work takes that does not wait.
  for (let turn = 0; turn < 3; turn += 1) await photoJpeg();
  gate.resolve();
  await Promise.all([other, waiting]);
  expect(order).toEqual(['other', 'waiting']);
});
