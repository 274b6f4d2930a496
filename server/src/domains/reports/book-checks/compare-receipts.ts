import { formatMoney, formatReceiptNumber, fromPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { RecordRange } from '#db/records.ts';
import { type Booked, bookedPayments, lockedPayments } from '#domains/payments';
import { type IssuedReceipt, missingReceipts, receiptsOfRecords } from '#domains/receipts';

const amountOf = ({ entry }: Booked): string =>
  fromPesewas(entry.postings.reduce((sum, { pesewas }) => (pesewas > 0n ? sum + pesewas : sum), 0n));

/** Describes how a payment and its receipt differ, or gives null. */
const differenceOf = (id: string, booked: Booked | undefined, receipt: IssuedReceipt | undefined): string | null => {
  const number = receipt && formatReceiptNumber(receipt.number);
  if (!booked) return `Payment ${id} has the receipt ${number} and was never cleared.`;
  const name = `Payment ${id} (${booked.entry.description.replace(/^Payment /, '')})`;
  if (!receipt) return `${name} was cleared and has no receipt.`;
  const isVoid = receipt.status === 'void';
  if (booked.isReversed && !isVoid) return `${name} was reversed, and its receipt ${number} is not void.`;
  if (!booked.isReversed && isVoid) return `${name} is cleared, and its receipt ${number} is void.`;
  const [wanted, found] = [amountOf(booked), receipt.amount];
  if (wanted === found) return null;
  return `${name} has the receipt ${number} of ${formatMoney(found)}, and should have one of ${formatMoney(wanted)}.`;
};

type Difference = { id: string; words: string };

const differencesIn = (booked: ReadonlyMap<string, Booked>, receipts: readonly IssuedReceipt[]): Difference[] => {
  const issued = new Map(receipts.map((receipt) => [receipt.subject_id, receipt]));
  const ids = new Set([...booked.keys(), ...issued.keys()]);
  return [...ids]
    .toSorted((one, other) => Number(BigInt(one) - BigInt(other)))
    .flatMap((id) => {
      const words = differenceOf(id, booked.get(id), issued.get(id));
      return words === null ? [] : [{ id, words }];
    });
};

/** Describes payments without their receipt; checks differences again with the rows locked. */
export const compareReceipts = async (tx: Tx, range: RecordRange): Promise<string[]> => {
  const seen = differencesIn(await bookedPayments(tx, range), await receiptsOfRecords(tx, 'payment', range));
  if (seen.length === 0) return [];
  const asked = { ids: seen.map(({ id }) => id) };
  const booked = await lockedPayments(tx, asked.ids);
  return differencesIn(booked, await receiptsOfRecords(tx, 'payment', asked)).map(({ words }) => words);
};

/** Describes missing receipt numbers in the range, except those skipped after a restore. */
export const findMissingReceipts = async (tx: Tx, range: RecordRange): Promise<string[]> =>
  (await missingReceipts(tx, range)).map((number) => `The receipt ${formatReceiptNumber(number)} is missing.`);
