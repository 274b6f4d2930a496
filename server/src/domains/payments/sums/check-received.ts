import { formatMoney, PAYER_SIDES, PAYMENT_MODE_LABELS, PAYMENT_MODES } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { checkMonthOfDefinition, checkWholeTotals, nextMonthOfMeasures } from '#db/totals/check-totals.ts';
import { ALL_KEYS } from '#db/totals/read-totals.ts';
import { nextMonthOfBooks, nextMonthOfPosting, paymentPostingsOf, sidesInWords } from '#domains/ledger';
import { bookedMeasure } from '../payments.repo.ts';

/** Each measure of payments by the books, with the payments that it adds up, in words. */
const NAMES: ReadonlyMap<string, string> = new Map(
  PAYER_SIDES.flatMap((side) =>
    (['received', 'returned'] as const).flatMap((what) => {
      const payments = `${what === 'received' ? 'Cleared payments' : 'Reversed payments'}${side === 'land' ? ' for land' : ''}`;
      return [
        [bookedMeasure(what, undefined, side), payments] as const,
        ...PAYMENT_MODES.map(
          (mode) => [bookedMeasure(what, mode, side), `${payments} by ${PAYMENT_MODE_LABELS[mode]}`] as const,
        ),
      ];
    }),
  ),
);
const MEASURES = [...NAMES.keys()];

const nameOf = (measure: string, key: string): string =>
  `${NAMES.get(measure)} ${key === ALL_KEYS ? 'of all types' : `of type ${key}`}`;

/**
 * The first month after one, `2026-11`, that reports may count payments in; null after the last.
 */
export const nextMonthOfReceived = async (tx: Tx, month: string): Promise<string | null> => {
  const found = [
    await nextMonthOfMeasures(tx, MEASURES, month),
    await nextMonthOfBooks(tx, month),
    await nextMonthOfPosting(tx, month),
  ];
  return found.filter((one) => one !== null).toSorted()[0] ?? null;
};

/**
 * Adds up the money of payments that the books have of a month, as reports count it, and compares
 * it with the totals that reports read. Gives a sentence for each that differs.
 */
export const checkReceivedOf = async (tx: Tx, month: string): Promise<string[]> => {
  const asked = { definition: 'received', measures: MEASURES, month, source: paymentPostingsOf(month) };
  return (await checkMonthOfDefinition(tx, asked)).map(
    (one) => `${nameOf(one.measure, one.key)}, ${sidesInWords(one)}`,
  );
};

/** Checks that the whole sum of each measure and type is the sum of its months. */
export const checkWholeReceived = async (tx: Tx): Promise<string[]> => {
  const found: string[] = [];
  for (const measure of MEASURES) {
    for (const { key, kept, months } of await checkWholeTotals(tx, measure)) {
      const [is, sum] = [formatMoney(kept), formatMoney(months)];
      found.push(`${nameOf(measure, key)}: the kept sum is ${is}, and its months come to ${sum}.`);
    }
  }
  return found;
};
