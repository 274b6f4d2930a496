import { expect, test } from 'vitest';
import { workbookOfSheets } from '../../../test/builders/statements.ts';
import { awaitLater } from '../gather.ts';
import { BUDGET, withMemory } from '../memory-budget.ts';
import { readTableFile } from './read-file.ts';

const read = (text: string) =>
  readTableFile(new File([text], 'a.csv'), {
    noTable: 'No table.',
    unnamed: 'table',
    columns: () => [],
    known: () => 0,
  });

test('a file is read once there is memory for it', async () => {
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const other = awaitLater(withMemory(BUDGET.heavyWork - 1, () => gate.promise).then(() => order.push('other work')));
  const reading = awaitLater(read('a,b,c\n1,2,3\n').then(({ lineCount }) => order.push(`${lineCount} lines`)));
  // As long as a file takes that does not wait.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  await Promise.all([other, reading]);
  expect(order).toEqual(['other work', '2 lines']);
});

test('lines are kept in batches of few characters, so that none takes long to write down', async () => {
  const wide = `${Array.from({ length: 50 }, () => 'x'.repeat(400)).join(',')}\n`;
  const { batches } = await read(wide.repeat(100));
  expect(batches.length).toBeGreaterThan(5);
  expect(batches.flatMap((batch): [number][] => JSON.parse(batch)).map(([line]) => line)).toEqual(
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
});

test('a workbook without a table says which sheets were looked at', async () => {
  const book = workbookOfSheets([
    { name: 'Cover', rows: [['Statement']] },
    { name: 'Notes', rows: [] },
  ]);
  const wanted = { noTable: 'No table.', unnamed: 'table', columns: () => [], known: () => 0 };
  await expect(readTableFile(new File([book], 'a.xlsx'), wanted)).rejects.toThrow(
    'No table. Its sheets “Cover” and “Notes” were looked at.',
  );
});
