import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { sendPdf } from '#http/send-pdf.ts';
import { receiptsSource } from './list-receipts.ts';
import { receiptByNumber } from './receipt-file.ts';
import type { Letterhead } from './receipt-pdf.ts';
import { verifyReceipt } from './verify-receipt.ts';

type Deps = { db: Db; lists: Lists; letterhead: () => Promise<Letterhead> };

export const receiptRoutes = (app: ApiScope, { db, lists, letterhead }: Deps): void => {
  lists.serve(app, contract.receiptList, receiptsSource, () => undefined);
  app.route({
    ...contract.getReceiptPdf,
    handler: async ({ params }, reply) => sendPdf(reply, await receiptByNumber(db, params.id, letterhead)),
  });
  app.route({
    ...contract.verifyReceipt,
    handler: ({ params }, reply) => {
      // A receipt may become void at any moment.
      reply.header('cache-control', 'no-store');
      return verifyReceipt(db, params.code);
    },
  });
};
