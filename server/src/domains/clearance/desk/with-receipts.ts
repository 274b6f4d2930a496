import { formatReceiptNumber } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { receiptRows } from '#domains/receipts';

/** The outcome with the numbers of the receipts that it issued; a cheque that waits has none. */
export const withReceipts = async <Done extends { payment_ids: readonly string[] }>(tx: Tx, done: Done) => {
  const rows = done.payment_ids.length === 0 ? [] : await receiptRows(tx, done.payment_ids);
  return { ...done, receipts: rows.map(({ number }) => formatReceiptNumber(number)) };
};
