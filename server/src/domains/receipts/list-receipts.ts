import { type ListQuery, type Receipt, receiptList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type ReceiptRow, receiptsSql } from './receipts.repo.ts';

const present = (row: ReceiptRow): Receipt => ({
  id: row.number,
  paid_on: row.paid_on,
  issued_at: row.issued_at.toISOString(),
  payer_name: row.payer_name,
  payer_details: row.payer_details,
  mode: row.mode,
  transaction_id: row.transaction_id,
  amount: row.amount,
  status: row.status,
  void_reason: row.void_reason,
});

/** Receipts as staff see them. */
export const receiptsSource: ListSource<ListQuery<typeof receiptList>, Receipt> = listSource(
  receiptList,
  receiptsSql,
  (rows) => rows.map(present),
);
