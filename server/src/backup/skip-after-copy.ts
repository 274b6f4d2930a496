import { driverCodeOf, formatReceiptNumber, tenantCodeOf } from '@banbo/contract';
import { type SkippedNumbers, skipNumbers } from '#db/copy-database.ts';
import type { Db } from '#db/database.ts';
import { audit, SERVER } from '#domains/audit';
import type { LastNumbers } from './last-numbers.ts';

type Format = (number: string, year: number) => string;

/** `AN2026-0001`, or with another sign before the number. */
const yearly =
  (prefix: string, beforeNumber = '', digits = 4): Format =>
  (number, year) =>
    `${prefix}${year}-${beforeNumber}${number.padStart(digits, '0')}`;

/**
 * The series that people know, in their words; the others number records. A series of each year
 * stands here without its year.
 */
const KNOWN: readonly { series: string; words: string; field: string; format: Format }[] = [
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
  {
    series: 'land_serials tenant',
    words: 'tenant codes',
    field: 'tenant_codes',
    format: (number) => tenantCodeOf(Number(number)),
  },
  { series: 'land_serials application', words: 'applications', field: 'application_numbers', format: yearly('LA') },
  { series: 'land_serials AN', words: 'allocation notes', field: 'allocation_notes', format: yearly('AN') },
  { series: 'land_serials TC', words: 'tenancy certificates', field: 'tenancy_certificates', format: yearly('TC') },
  { series: 'land_serials SL', words: 'slips', field: 'slip_numbers', format: yearly('SL') },
  { series: 'land_serials share_payout', words: 'share payouts', field: 'share_payouts', format: yearly('SP') },
  { series: 'book_numbers J', words: 'journals', field: 'journal_numbers', format: yearly('J') },
  { series: 'book_numbers E', words: 'expenses', field: 'expense_numbers', format: yearly('E') },
  { series: 'book_numbers C', words: 'cash-ups', field: 'cash_up_numbers', format: yearly('C') },
  { series: 'incident_numbers call', words: 'incidents', field: 'incident_numbers', format: yearly('') },
  { series: 'incident_numbers drill', words: 'drills', field: 'drill_numbers', format: yearly('', 'D', 3) },
];

type Range = { words: string; field: string; from: string; to: string };

/** The ranges of `year`, of numbers that are counted by the year. */
const rangesOf = (skipped: readonly SkippedNumbers[], year: number): Range[] =>
  KNOWN.flatMap(({ series, words, field, format }) => {
    const found = skipped.find((one) => [series, `${series} ${year}`, `${series} 0`].includes(one.series));
    return found ? [{ words, field, from: format(found.first, year), to: format(found.last, year) }] : [];
  });

type AfterCopy = {
  reason: string;
  /** Null leaves to the database how many. */
  count: number | null;
  now: Date;
  /** Numbers that earlier restores may have given. */
  beyond?: LastNumbers;
};

export type Skipped = {
  /** The numbers that people know, in words; of those that are counted by the year this year's. */
  words: string[];
  /** The last numbers that were skipped. */
  last: LastNumbers;
};

/**
 * Has every series skip numbers that may have been given out after a copy was made, and says so in
 * the audit log.
 */
export const skipAfterCopy = (db: Db, { reason, count, now, beyond = {} }: AfterCopy): Promise<Skipped> =>
  db.transaction().execute(async (tx) => {
    const numbers = await skipNumbers(tx, { count, why: reason, now, beyond });
    const ranges = rangesOf(numbers, now.getUTCFullYear());
    const after = { reason, ...Object.fromEntries(ranges.map(({ field, from, to }) => [field, `${from} to ${to}`])) };
    const subject = { kind: 'numbers', id: now.toISOString(), name: 'receipts, codes, papers and records' };
    if (numbers.length > 0) await audit(tx, SERVER, { action: 'numbers.skip', subject, after }, now);
    return {
      words: ranges.map(({ words, from, to }) => `${words} ${from} to ${to}`),
      last: Object.fromEntries(numbers.map(({ series, last }) => [series, last])),
    };
  });
