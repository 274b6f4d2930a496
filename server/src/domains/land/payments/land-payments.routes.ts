import * as contract from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import {
  askIfBackdated,
  type BackdatedDeps,
  countingPrompt,
  type MadeAtDesk,
  storePrompt,
  withReceipts,
} from '#domains/clearance';
import {
  type IdsForClaim,
  keepLandAttempt,
  landPaymentsSource,
  ownLandPaymentsSource,
  ownLandReceipt,
  readClaim,
  sendClaim,
  showLandPayment,
  storeClaim,
} from '#domains/payments';
import { callerOf } from '#http/guard.ts';
import { sendPdf } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';
import { tenantOfAccount } from '../own/own-land.repo.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import type { LandPaperDeps } from '../papers/papers.routes.ts';
import { type RentOwed, showPayer } from './land-payers.ts';
import { claimSent, judgeOwnClaim } from './own-payments.ts';
import { receiveLandPayment } from './receive-land-payment.ts';

export type LandPaymentDeps = Omit<BackdatedDeps, 'receiveLand'> &
  Pick<LandPaperDeps, 'letterhead'> & {
    db: Db;
    now: () => Date;
    lists: Lists;
    networks: () => Promise<readonly contract.Network[]>;
    idsForClaim: IdsForClaim;
    offersPrompts: boolean;
  };

type Made = MadeAtDesk & { by: Caller };

const deskRoutes = (app: ApiScope, deps: LandPaymentDeps & { rentOwed: RentOwed }): void => {
  const { db, lists, networks, rentOwed } = deps;
  const { read, change } = serving(app, deps);
  const made = async ({ by, now }: { by: Caller; now: Date }): Promise<Made> => ({
    by,
    networks: await networks(),
    now,
  });
  const receive = async (tx: Tx, body: contract.ReceivedLandPayment, at: Made) => {
    const message = await askIfBackdated(tx, { land: body }, at, { ...deps, receiveLand: receiveLandPayment });
    if (message !== null) return { message, transaction_id: '', payment_ids: [], receipts: [] };
    return withReceipts(tx, await receiveLandPayment(tx, body, at));
  };
  change(contract.receiveLandPayment, (tx, { body }, at) => receive(tx, body, at), made);
  read(contract.getLandPayer, ({ query }) => showPayer(db, query, rentOwed));
  lists.serve(app, contract.landPaymentList, landPaymentsSource, () => undefined);
  read(contract.getLandPayment, ({ id }) => showLandPayment(db, id));
};

/** What tenants pay and see by themselves. */
const ownRoutes = (app: ApiScope, deps: LandPaymentDeps & { rentOwed: RentOwed }): void => {
  const { db, lists, networks, idsForClaim, letterhead, offersPrompts, rentOwed } = deps;
  const { read, act } = serving(app, deps);
  lists.serve(
    app,
    contract.ownLandPaymentList,
    ownLandPaymentsSource,
    // A sign-in without a record has paid nothing.
    async (request) => (await tenantOfAccount(db, callerOf(request).accountId))?.id ?? '0',
  );
  read(contract.getOwnLandPayer, async ({ by }) =>
    showPayer(db, { tenant_id: (await ownTenant(db, by)).id }, rentOwed),
  );
  act(contract.sendTenantClaim, async ({ body, by, now }, request) => {
    const claim = readClaim(body, await networks());
    const { fee, payment } = await judgeOwnClaim(db, claim, { by, now });
    const store = (transaction_id: string) =>
      request.inTransaction(async (tx) => {
        const { id } = await storeClaim(tx, { ...payment, transaction_id });
        return { success: true as const, message: claimSent(body), payment_id: id };
      });
    const keep = (ids: readonly string[]) =>
      keepLandAttempt(
        db,
        { ...fee, claimed_network: claim.network ?? null },
        { ids, address: addressKey(request.address), now },
      );
    return sendClaim(db, { transactionId: claim.transaction_id, store, keep }, idsForClaim);
  });
  act(contract.sendTenantPrompt, async ({ body: { payer_number, ...row }, by, now }, request, reply) => {
    const counting = countingPrompt(payer_number, { offersPrompts, now, reply });
    const { payment } = await judgeOwnClaim(db, { ...row, transaction_id: '' }, { by, now });
    const { transaction_id: _, transaction_date: _day, waiting_since: _since, created_at: _at, ...rest } = payment;
    const { claimed_network: _network, payer_number: _own, ...prompt } = rest;
    return request.inTransaction(async (tx) => {
      const asked = { ...prompt, payment_year: null, payment_month: null, payer_number };
      return { success: true as const, ...(await storePrompt(tx, asked, now, counting)) };
    });
  });
  read(contract.getOwnLandReceipt, async ({ id, by }, _, reply) => {
    const tenant = await ownTenant(db, by);
    return sendPdf(reply, await ownLandReceipt(db, { tenantId: tenant.id, paymentId: id }, letterhead));
  });
};

export const landPaymentRoutes = (app: ApiScope, deps: LandPaymentDeps & { rentOwed: RentOwed }): void => {
  deskRoutes(app, deps);
  ownRoutes(app, deps);
};
