import * as contract from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { callerOf } from '#http/guard.ts';
import { sendPdf } from '#http/headers.ts';
import { checkedCounting } from '#http/limits/counts.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey } from '#lib/address-key.ts';
import { countsOfClaim } from './claims/claim-limits.ts';
import { type IdsForClaim, sendClaim } from './claims/send-claim.ts';
import { checkFeePayment, judgeClaim, keepClaimOfTakenId, readClaim, storeClaim } from './claims/submit-payment.ts';
import { payFromCredit, returnCredit } from './credit/credit.ts';
import { landPaymentsSource, ownLandPaymentsSource, ownLandReceipt, showLandPayment } from './list/land-payments.ts';
import { paymentsSource } from './list/list-payments.ts';
import { type ApproversOfMerges, mergeDriver } from './merging/merge-driver.ts';
import { previewMerge } from './merging/preview-merge.ts';
import { takeMergeBack } from './merging/take-merge-back.ts';
import {
  landReceipt,
  landSubject,
  ownReceipt,
  paymentReceipt,
  paymentReceipts,
  type ReadLetterhead,
} from './receipts/receipt-of-payment.ts';
import { textReceiptsOf } from './receipts/text-receipts.ts';
import { incompleteRegistrationsSource } from './registrations/incomplete-registrations.ts';
import { showPayingDriver, showPayment } from './show-payment.ts';
import {
  debtsLeftBehind,
  driverStanding,
  memberStanding,
  ownDriverId,
  ownPaymentsSource,
} from './standing/member-standing.ts';
import { modeSource, monthSource, periodSource } from './sums/list-sums.ts';
import { waiverFigures, waiversSource } from './waivers/list-waivers.ts';
import { askWaiver, type WaiverDeps } from './waivers/waive-fees.ts';

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

type Deps = ApproversOfMerges &
  WaiverDeps & {
    db: Db;
    now: () => Date;
    lists: Lists;
    /** The networks that money comes from. Refused with 422 `refused` before payments are open. */
    openNetworks: () => Promise<readonly contract.Network[]>;
    idsForClaim: IdsForClaim;
    letterhead: ReadLetterhead;
    /** The id of the tenant with a sign-in; `0` where it has no record, which has paid nothing. */
    tenantOf: (db: Db, accountId: string) => Promise<string>;
    /** How long a registration may wait for its fee. */
    registrationDays: number;
  };

const claimRoutes = (app: ApiScope, { db, now, openNetworks, idsForClaim }: Deps): void => {
  app.route({
    ...contract.submitPayment,
    config: { countsStrangers: true },
    handler: async (request, reply) => {
      const { body } = request;
      const claim = readClaim(body, await openNetworks());
      const at = now();
      const payment = await judgeClaim(db, claim, at, request.counting);
      const counting = await claimCounting(db, claim.car_number, request, reply, at);
      const store = (transaction_id: string) =>
        request.inOneStatement(async (one) => {
          const { id } = await storeClaim(one, { ...payment, transaction_id }, counting);
          const message = `Thank you. Your payment of ${contract.formatMoney(body.amount)} was sent and waits to be cleared.`;
          return { success: true as const, message, payment_id: id };
        });
      const keep = (ids: readonly string[]) =>
        keepClaimOfTakenId(db, claim, { ids, address: addressKey(request.address), now: now() });
      return sendClaim(db, { transactionId: claim.transaction_id, store, keep }, idsForClaim);
    },
  });
};

export const paymentRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, now: clock, lists, letterhead, registrationDays: days, waivers, staff, followers, tenantOf } = deps;
  const { read, act, change } = serving(app, deps);
  claimRoutes(app, deps);
  act(contract.checkFeePayment, async ({ body, now }) => {
    await checkFeePayment(db, body, now);
    return 'You can make this payment.';
  });
  lists.serve(app, contract.paymentList, paymentsSource, () => undefined);
  lists.serve(app, contract.landPaymentList, landPaymentsSource, () => undefined);
  read(contract.getLandPayment, ({ id }) => showLandPayment(db, id));
  lists.serve(app, contract.ownLandPaymentList, ownLandPaymentsSource, (request) =>
    tenantOf(db, callerOf(request).accountId),
  );
  read(contract.getOwnLandReceipt, async ({ id, by: { accountId } }, _, reply) => {
    const tenantId = await tenantOf(db, accountId);
    return sendPdf(reply, await ownLandReceipt(db, { tenantId, paymentId: id }, letterhead));
  });
  lists.serve(app, contract.periodSums, periodSource, () => undefined);
  lists.serve(app, contract.monthSums, monthSource, () => undefined);
  lists.serve(app, contract.modeSums, modeSource, () => undefined);
  read(contract.getPayingDriver, ({ driver_code }) => showPayingDriver(db, driver_code));
  read(contract.getPayment, ({ id }) => showPayment(db, id));
  read(contract.previewMerge, ({ id, query, now }) => previewMerge(db, { id, into: query.into, now }, followers));
  change(contract.mergeDriver, (tx, { body, by: caller, ...asked }) =>
    mergeDriver(tx, { ...asked, caller, staff, followers }, body),
  );
  act(contract.takeMergeBack, ({ id, by: caller, now }) => takeMergeBack(db, { id, caller, followers, now }));
  read(contract.getMemberStanding, ({ by: { accountId }, query: { driver_code: driverCode }, now }) =>
    memberStanding(db, { accountId, driverCode }, now),
  );
  lists.serve(app, contract.ownPaymentList, ownPaymentsSource, (request) => {
    const { driver_code } = request.query as contract.ListQuery<typeof contract.ownPaymentList>;
    return ownDriverId(db, callerOf(request).accountId, driver_code);
  });
  const registrations = incompleteRegistrationsSource({ days, now: clock });
  lists.serve(app, contract.incompleteRegistrationList, registrations, () => undefined);
  read(contract.getPaymentReceipt, async ({ id }, _, reply) =>
    sendPdf(reply, await paymentReceipt(db, id, letterhead)),
  );
  read(contract.printReceipts, async ({ query }, _, reply) =>
    sendPdf(reply, await paymentReceipts(db, query.payment_ids.split(','), letterhead)),
  );
  change(contract.textReceipt, async (tx, { body, now }) => {
    const { linksTo } = await letterhead();
    return textReceiptsOf(tx, body.payment_ids, { linksTo, now });
  });
  read(contract.getLandReceiptPdf, async ({ id }, _, reply) =>
    sendPdf(reply, await landReceipt(db, id, { letterhead, isRoll: false })),
  );
  read(contract.printLandReceipt, async ({ id }, _, reply) =>
    sendPdf(reply, await landReceipt(db, id, { letterhead, isRoll: true })),
  );
  change(contract.textLandReceipt, async (tx, { id, now }) => {
    const { linksTo } = await letterhead();
    return textReceiptsOf(tx, [await landSubject(tx, id)], { linksTo, now });
  });
  read(contract.getOwnReceipt, async ({ payment_id: paymentId, by: { accountId } }, _, reply) =>
    sendPdf(reply, await ownReceipt(db, { accountId, paymentId }, letterhead)),
  );
  read(contract.getDriverStanding, ({ id, now }) => driverStanding(db, id, now));
  read(contract.listLeftBehind, ({ id, now }) => debtsLeftBehind(db, id, now));
  change(contract.useCredit, async (tx, { id: driverId, body, by, now }) => {
    const { id, amount } = await payFromCredit(tx, driverId, body, { by, now });
    return { message: `${contract.formatMoney(amount)} of the credit paid this fee.`, credit_use_id: id };
  });
  change(contract.returnCredit, async (tx, { id: driverId, use_id: useId, body: { reason }, by, now }) => {
    return returnCredit(tx, { driverId, useId, reason }, { by, now });
  });
  lists.serve(app, contract.waiverList, waiversSource, () => undefined);
  read(contract.waiverFigures, ({ query }) => waiverFigures(db, query));
  change(contract.addWaiver, (tx, { id: driverId, body, by, now }) =>
    askWaiver(tx, { driverId, body }, { by, now }, { waivers, staff }),
  );
};
