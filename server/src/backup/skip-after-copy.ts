import { driverCodeOf, formatReceiptNumber } from '@banbo/contract';
import { type SkippedNumbers, skipNumbers } from '#db/copy-database.ts';
import type { Db } from '#db/database.ts';
import { audit, SERVER } from '#domains/audit';

/** The series that people know, in their words; the others number records. */
const KNOWN: readonly { series: string; words: string; field: string; format: (number: string) => string }[] = [
  { series: 'receipts', words: 'receipts', field: 'receipt_numbers', format: formatReceiptNumber },
  {
    series: 'cash_references',
    words: 'cash',
    field: 'cash_numbers',
    format: (number) => `CASH${number.padStart(8, '0')}`,
  },
  {
    series: 'driver_serial',
    words: 'driver codes',
    field: 'driver_codes',
    format: (number) => driverCodeOf(Number(number)),
  },
];

type Range = { words: string; field: string; from: string; to: string };

const rangesOf = (skipped: readonly SkippedNumbers[]): Range[] =>
  KNOWN.flatMap(({ series, words, field, format }) => {
    const found = skipped.find((one) => one.series === series);
    return found ? [{ words, field, from: format(found.first), to: format(found.last) }] : [];
  });

type AfterCopy = { reason: string; count: number | null; now: Date };

/**
 * Has every series skip numbers that may have been given out after a copy was made, and says so in
 * the audit log. `count` null leaves to the database how many. Answers the skipped numbers in
 * words; empty where none were to be skipped.
 */
export const skipAfterCopy = async (db: Db, { reason, count, now }: AfterCopy): Promise<string> => {
  const skipped = await db.transaction().execute(async (tx) => {
    const numbers = await skipNumbers(tx, { count, why: reason, now });
    const after = {
      reason,
      ...Object.fromEntries(rangesOf(numbers).map(({ field, from, to }) => [field, `${from} to ${to}`])),
    };
    const subject = { kind: 'numbers', id: now.toISOString(), name: 'receipts, cash, driver codes and records' };
    if (numbers.length > 0) await audit(tx, SERVER, { action: 'numbers.skip', subject, after }, now);
    return numbers;
  });
  return rangesOf(skipped)
    .map(({ words, from, to }) => `${words} ${from} to ${to}`)
    .join(', ');
};
