import { formatMoney, formatReceiptNumber } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { RecordRange } from '#db/records.ts';
import { lockedPayments, type ReceiptSum, receiptSums } from '#domains/payments';
import { type IssuedReceipt, missingReceipts, receiptsOfRecords } from '#domains/receipts';

/** Describes how a payment and its receipt differ, or gives null. */
const differenceOf = (
  id: string,
  booked: ReceiptSum | undefined,
  receipt: IssuedReceipt | undefined,
): string | null => {
  const number = receipt && formatReceiptNumber(receipt.number);
  if (!booked) return `Payment ${id} has the receipt ${number} and was never cleared.`;
  const name = `Payment ${id} (${booked.transaction_id})`;
  if (!receipt) return `${name} was cleared and has no receipt.`;
  const isVoid = receipt.status === 'void';
  if (booked.is_reversed && !isVoid) return `${name} was reversed, and its receipt ${number} is not void.`;
  if (!booked.is_reversed && isVoid) return `${name} is cleared, and its receipt ${number} is void.`;
  const [wanted, found] = [booked.amount, receipt.amount];
  if (wanted === found) return null;
  return `${name} has the receipt ${number} of ${formatMoney(found)}, and should have one of ${formatMoney(wanted)}.`;
};

type Difference = { id: string; words: string };

const differencesIn = (booked: ReadonlyMap<string, ReceiptSum>, receipts: readonly IssuedReceipt[]): Difference[] => {
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
  const seen = differencesIn(await receiptSums(tx, range), await receiptsOfRecords(tx, range));
  if (seen.length === 0) return [];
  const asked = { ids: seen.map(({ id }) => id) };
  await lockedPayments(tx, asked.ids);
  return differencesIn(await receiptSums(tx, asked), await receiptsOfRecords(tx, asked)).map(({ words }) => words);
};

/** Describes missing receipt numbers in the range, except those skipped after a restore. */
export const findMissingReceipts = async (tx: Tx, range: RecordRange): Promise<string[]> =>
  (await missingReceipts(tx, range)).map((number) => `The receipt ${formatReceiptNumber(number)} is missing.`);
