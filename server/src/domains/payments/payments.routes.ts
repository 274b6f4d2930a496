import * as contract from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckedCounting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import { sendPdf } from '#http/if-none-match.ts';
import { checkedCounting } from '#http/limits/checked-counting.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { countsOfClaim } from './claims/claim-limits.ts';
import { checkFeePayment, judgeClaim, keepClaimOfTakenId, readClaim, storeClaim } from './claims/submit-payment.ts';
import { returnCredit } from './credit/return-credit.ts';
import { payFromCredit } from './credit/use-credit.ts';
import { paymentsSource } from './list/list-payments.ts';
import { mergeDriver, previewMerge, takeMergeBack } from './merging/merge-driver.ts';
import { ownReceipt, paymentReceipt, type ReadLetterhead } from './receipts/receipt-of-payment.ts';
import { incompleteRegistrationsSource } from './registrations/incomplete-registrations.ts';
import { showPayingDriver, showPayment } from './show-payment.ts';
import { driverStanding } from './standing/driver-standing.ts';
import { modeSource, monthSource, periodSource } from './sums/list-sums.ts';

/**
 * The counts of a claim for its car, as a part of the statement that stores it, so that what is refused, and the kept answer of
 * a retry, use nothing up; always in the same order, so that two claims never wait for each other in a circle.
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

/** `networks` gives those that the company has set, without a statement for each claim. */
type Deps = { db: Db; now: () => Date; lists: Lists; networks: () => Promise<readonly contract.Network[]> };

export const paymentRoutes = (app: ApiScope, { db, now, lists, networks }: Deps): void => {
  const { read, act } = serving(app, { db, now });
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
  act(contract.checkFeePayment, async ({ body, now: at }) => {
    await checkFeePayment(db, body, at);
    return 'You can make this payment.';
  });
  lists.serve(app, contract.paymentList, paymentsSource, () => undefined);
  lists.serve(app, contract.periodSums, periodSource, () => undefined);
  lists.serve(app, contract.monthSums, monthSource, () => undefined);
  lists.serve(app, contract.modeSums, modeSource, () => undefined);
  read(contract.getPayingDriver, ({ driver_code }) => showPayingDriver(db, driver_code));
  read(contract.getPayment, ({ id }) => showPayment(db, id));
  read(contract.previewMerge, ({ id, query }) => previewMerge(db, { id, into: query.into }));
  act(contract.mergeDriver, ({ body, by: caller, ...asked }) => mergeDriver(db, { ...asked, caller }, body));
  act(contract.takeMergeBack, ({ id, by: caller, now: at }) => takeMergeBack(db, { id, caller, now: at }));
};

/** `registrationDays`: how long a registration may wait for its fee. */
type RegistrationsDeps = { now: () => Date; lists: Lists; registrationDays: number };

/** Registrations that wait for something. */
export const incompleteRegistrationRoutes = (
  app: ApiScope,
  { now, lists, registrationDays: days }: RegistrationsDeps,
): void => {
  lists.serve(app, contract.incompleteRegistrationList, incompleteRegistrationsSource({ days, now }), () => undefined);
};

type CreditDeps = { db: Db; now: () => Date };

/** One driver's standing, and their credit in the hands of staff. */
export const creditRoutes = (app: ApiScope, deps: CreditDeps): void => {
  const { read, change } = serving(app, deps);
  read(contract.getDriverStanding, ({ id, now }) => driverStanding(deps.db, id, now));
  change(contract.useCredit, async (tx, { id: driverId, body, by, now }) => {
    const { id, amount } = await payFromCredit(tx, driverId, body, { by, now });
    return { message: `${contract.formatMoney(amount)} of the credit paid this fee.`, credit_use_id: id };
  });
  change(contract.returnCredit, async (tx, { id: driverId, use_id: useId, body: { reason }, by, now }) => {
    await returnCredit(tx, { driverId, useId, reason }, { by, now });
    return 'The fee was given back to the credit and is due again.';
  });
};

type PaymentReceiptsDeps = { db: Db; letterhead: ReadLetterhead };

/** Receipts by the payments that they are for: any for staff, a member's own for the member. */
export const paymentReceiptRoutes = (app: ApiScope, { db, letterhead }: PaymentReceiptsDeps): void => {
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
