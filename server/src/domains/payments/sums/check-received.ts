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

/** The same of land by payment type and zone: keys are `CC1000 12`, with zone 0 without a plot. */
const NAMES_BY_ZONE: ReadonlyMap<string, string> = new Map([
  ['land-zone:received', 'Cleared payments for land'],
  ['land-zone:returned', 'Reversed payments for land'],
]);
const ZONE_MEASURES = [...NAMES_BY_ZONE.keys()];

const nameOf = (measure: string, key: string): string => {
  const byZone = NAMES_BY_ZONE.get(measure);
  if (byZone === undefined) return `${NAMES.get(measure)} ${key === ALL_KEYS ? 'of all types' : `of type ${key}`}`;
  const [type, zone] = key.split(' ');
  return key === ALL_KEYS ? `${byZone} of all zones` : `${byZone} of type ${type}, zone ${zone}`;
};

/**
 * The first month after one, `2026-11`, that reports may count payments in; null after the last.
 */
export const nextMonthOfReceived = async (tx: Tx, month: string): Promise<string | null> => {
  const found = [
    await nextMonthOfMeasures(tx, [...MEASURES, ...ZONE_MEASURES], month),
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
  const asked = { month, source: paymentPostingsOf(month) };
  const differing = [
    ...(await checkMonthOfDefinition(tx, { definition: 'received', measures: MEASURES, ...asked })),
    ...(await checkMonthOfDefinition(tx, { definition: 'land_zones_received', measures: ZONE_MEASURES, ...asked })),
  ];
  return differing.map((one) => `${nameOf(one.measure, one.key)}, ${sidesInWords(one)}`);
};

/** Checks that the whole sum of each measure and type is the sum of its months. */
export const checkWholeReceived = async (tx: Tx): Promise<string[]> => {
  const found: string[] = [];
  for (const measure of [...MEASURES, ...ZONE_MEASURES]) {
    for (const { key, kept, months } of await checkWholeTotals(tx, measure)) {
      const [is, sum] = [formatMoney(kept), formatMoney(months)];
      found.push(`${nameOf(measure, key)}: the kept sum is ${is}, and its months come to ${sum}.`);
    }
  }
  return found;
};
