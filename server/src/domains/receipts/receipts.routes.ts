import * as contract from '@banbo/contract';
import { landReceiptList, type Receipt, receiptList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { sendPdf } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type LetterheadSource, receiptByNumber, verifyReceipt } from './read-receipt.ts';
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
  payment_id: row.subject_id,
});

const receiptsSource = listSource(receiptList, receiptsSql('payment'), (rows) => rows.map(present));
const landReceiptsSource = listSource(landReceiptList, receiptsSql('land payment'), (rows) => rows.map(present));

type Deps = { db: Db; now: () => Date; lists: Lists; letterhead: LetterheadSource };

export const receiptRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, letterhead } = deps;
  const { read } = serving(app, deps);
  lists.serve(app, contract.receiptList, receiptsSource, () => undefined);
  lists.serve(app, contract.landReceiptList, landReceiptsSource, () => undefined);
  read(contract.getReceiptPdf, async ({ id }, _, reply) => sendPdf(reply, await receiptByNumber(db, id, letterhead)));
  read(contract.verifyReceipt, ({ code }, _, reply) => {
    // A receipt may become void at any moment.
    reply.header('cache-control', 'no-store');
    return verifyReceipt(db, code);
  });
};
