import { DAY_ORDER_LABELS, type DayOrder } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import type { LineJudge } from './import-definition.ts';
import type { KeptLine } from './imports.repo.ts';

/** Lines that are judged at once. */
const BATCH = 2_000;

type Lines = {
  nextLines: (tx: Tx, id: string, after: number, limit: number) => Promise<TableRow[]>;
  keepLines: (tx: Tx, id: string, lines: KeptLine[]) => Promise<unknown>;
};

/** Judges all lines after the header and stores their outcomes; gives columns of the import. */
export const judgeFile = async (
  tx: Tx,
  { id, header, days }: { id: string; header: number; days: string },
  judge: LineJudge,
  { nextLines, keepLines }: Lines,
): Promise<Record<string, unknown>> => {
  let [ofOtherOrder, other]: [number, DayOrder | undefined] = [0, undefined];
  for (let after: number | undefined = header; after !== undefined; ) {
    const rows: TableRow[] = await nextLines(tx, id, after, BATCH);
    const judged = await judge.lines(rows);
    const kept = judged.map(({ otherOrder, ...line }) => {
      if (otherOrder) [ofOtherOrder, other] = [ofOtherOrder + 1, otherOrder];
      return line;
    });
    await keepLines(tx, id, kept);
    after = rows.length < BATCH ? undefined : rows.at(-1)?.line;
  }
  const { columns = {}, lines = [] } = judge.end?.() ?? {};
  await keepLines(tx, id, lines);
  // A day that fits the other order alone proves the order wrong for all days.
  const wrongOrder = other
    ? `${ofOtherOrder.toLocaleString('en-GB')} of its ${days} only the other order (${DAY_ORDER_LABELS[other]}). Please choose that one, or correct the file where it has both.`
    : '';
  return { problem: '', ...columns, ...(wrongOrder && { problem: wrongOrder }) };
};
