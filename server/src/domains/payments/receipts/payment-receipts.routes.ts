import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import { sendPdf } from '#http/if-none-match.ts';
import type { ApiScope } from '#http/scope.ts';
import { ownReceipt, paymentReceipt, type ReadLetterhead } from './receipt-of-payment.ts';

type Deps = { db: Db; letterhead: ReadLetterhead };

/** Receipts by the payments that they are for: any for staff, a member's own for the member. */
export const paymentReceiptRoutes = (app: ApiScope, { db, letterhead }: Deps): void => {
  app.route({
    ...contract.getPaymentReceipt,
    handler: async ({ params }, reply) => sendPdf(reply, await paymentReceipt(db, params.id, letterhead)),
  });
  app.route({
    ...contract.getOwnReceipt,
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const asked = { accountId, paymentId: request.params.payment_id };
      return sendPdf(reply, await ownReceipt(db, asked, letterhead));
    },
  });
};
