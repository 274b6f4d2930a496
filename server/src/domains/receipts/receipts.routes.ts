import * as contract from '@banbo/contract';
import { landReceiptList, receiptList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { sendPdf } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type LetterheadSource, presentReceipt, receiptByNumber, verifyReceipt } from './read-receipt.ts';
import { receiptsSql } from './receipts.repo.ts';

const receiptsSource = listSource(receiptList, receiptsSql('payment'), (rows) => rows.map(presentReceipt));
const landReceiptsSource = listSource(landReceiptList, receiptsSql('land payment'), (rows) => rows.map(presentReceipt));

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
