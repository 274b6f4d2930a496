import * as contract from '@banbo/contract';
import { getPayingDriver, getPayment } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { callerOf } from '#http/guard.ts';
import { sendPdf } from '#http/headers.ts';
import { checkedCounting } from '#http/limits/counts.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { countsOfClaim } from './claims/claim-limits.ts';
import { checkFeePayment, judgeClaim, keepClaimOfTakenId, readClaim, storeClaim } from './claims/submit-payment.ts';
import { payFromCredit, returnCredit } from './credit/credit.ts';
import { paymentsSource } from './list/list-payments.ts';
import { mergeDriver, previewMerge, takeMergeBack } from './merging/merge-driver.ts';
import { ownReceipt, paymentReceipt, type ReadLetterhead } from './receipts/receipt-of-payment.ts';
import { incompleteRegistrationsSource } from './registrations/incomplete-registrations.ts';
import { showPayingDriver, showPayment } from './show-payment.ts';
import { driverStanding, memberStanding, ownDriverId, ownPaymentsSource } from './standing/member-standing.ts';
import { modeSource, monthSource, periodSource } from './sums/list-sums.ts';

/**
 * A claim's counts for its car, as part of the statement that stores it: refused claims and retries
 * use nothing up. Always in the same order, so that two claims never deadlock.
 */
const claimCounting = async (
  db: Db,
  carNumber: string,
  { caller, address }: Pick<FastifyRequest, 'caller' | 'address'>,
  reply: FastifyReply,
  now: Date,
): Promise<CheckedCounting | null> => {
  const counts = await countsOfClaim(db, { carNumber, address, caller });
  return checkedCounting(counts, now, reply, contract.TOO_MANY_CLAIMS);
};

type Deps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  networks: () => Promise<readonly contract.Network[]>;
  letterhead: ReadLetterhead;
  /** How long a registration may wait for its fee. */
  registrationDays: number;
};

const claimRoutes = (app: ApiScope, { db, now, networks }: Deps): void => {
  app.route({
    ...contract.submitPayment,
    config: { countsStrangers: true },
    handler: async (request, reply) => {
      const { body } = request;
      const claim = readClaim(body, await networks());
      const at = now();
      const payment = await judgeClaim(db, claim, at, request.counting);
      const counting = await claimCounting(db, claim.car_number, request, reply, at);
      return request
        .inOneStatement(async (one) => {
          const { id } = await storeClaim(one, payment, counting);
          const message = `Thank you. Your payment of ${contract.formatMoney(body.amount)} was sent and waits to be cleared.`;
          return { success: true as const, message, payment_id: id };
        })
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'transaction_id_taken') {
            await keepClaimOfTakenId(db, claim, addressKey(request.address), now());
          }
          throw error;
        });
    },
  });
  app.route({
    ...contract.checkFeePayment,
    handler: async ({ body }) => {
      await checkFeePayment(db, body, now());
      return { status: true as const, message: 'You can make this payment.' };
    },
  });
};

const creditRoutes = (app: ApiScope, { db, now }: Deps): void => {
  app.route({ ...contract.getDriverStanding, handler: ({ params }) => driverStanding(db, params.id, now()) });
  app.route({
    ...contract.useCredit,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const acting = { by: callerOf(request), now: now() };
        const { id, amount } = await payFromCredit(tx, request.params.id, request.body, acting);
        const message = `${contract.formatMoney(amount)} of the credit paid this fee.`;
        return { status: true as const, message, credit_use_id: id };
      }),
  });
  app.route({
    ...contract.returnCredit,
    handler: async (request) => {
      const { id: driverId, use_id: useId } = request.params;
      const returned = { driverId, useId, reason: request.body.reason };
      const acting = { by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => returnCredit(tx, returned, acting));
      return { status: true as const, message: 'The fee was given back to the credit and is due again.' };
    },
  });
};

const paymentReceiptRoutes = (app: ApiScope, { db, letterhead }: Deps): void => {
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

const memberStandingRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  app.route({
    ...contract.getMemberStanding,
    handler: (request) => {
      const { accountId } = callerOf(request);
      return memberStanding(db, { accountId, driverCode: request.query.driver_code }, now());
    },
  });
  lists.serve(app, contract.ownPaymentList, ownPaymentsSource, (request) => {
    const { driver_code } = request.query as contract.ListQuery<typeof contract.ownPaymentList>;
    return ownDriverId(db, callerOf(request).accountId, driver_code);
  });
};

const mergingRoutes = (app: ApiScope, { db, now }: Deps): void => {
  app.route({
    ...contract.previewMerge,
    handler: ({ params, query }) => previewMerge(db, { id: params.id, into: query.into }),
  });
  app.route({
    ...contract.mergeDriver,
    handler: async (request) => {
      const acting = { caller: callerOf(request), id: request.params.id, now: now() };
      const message = await mergeDriver(db, acting, request.body);
      return { status: true as const, message };
    },
  });
  app.route({
    ...contract.takeMergeBack,
    handler: async (request) => {
      const message = await takeMergeBack(db, { caller: callerOf(request), id: request.params.id, now: now() });
      return { status: true as const, message };
    },
  });
};

export const paymentRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, now, lists, registrationDays: days } = deps;
  claimRoutes(app, deps);
  lists.serve(app, contract.paymentList, paymentsSource, () => undefined);
  lists.serve(app, contract.periodSums, periodSource, () => undefined);
  lists.serve(app, contract.monthSums, monthSource, () => undefined);
  lists.serve(app, contract.modeSums, modeSource, () => undefined);
  app.route({ ...getPayingDriver, handler: ({ params }) => showPayingDriver(db, params.driver_code) });
  app.route({ ...getPayment, handler: ({ params }) => showPayment(db, params.id) });
  mergingRoutes(app, deps);
  memberStandingRoutes(app, deps);
  lists.serve(app, contract.incompleteRegistrationList, incompleteRegistrationsSource({ days, now }), () => undefined);
  paymentReceiptRoutes(app, deps);
  creditRoutes(app, deps);
};
