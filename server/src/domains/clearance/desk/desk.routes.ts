import * as contract from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { askIfBackdated, type BackdatedDeps } from './backdated-money.ts';
import { captureMomo, keepDifferingCapture } from './capture-momo.ts';
import { type CorrectionDeps, correctCash } from './correct-cash.ts';
import { claimFee, correctFee, feePaymentsSource, receiveFee, removeFee, showFee } from './fees.ts';
import { findClaim } from './find-claim.ts';
import { previewCaptures } from './preview-captures.ts';
import { receivePayment } from './receive-payment.ts';
import type { MadeAtDesk } from './transfer-id.ts';
import { withReceipts } from './with-receipts.ts';

export type DeskDeps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  networks: () => Promise<readonly contract.Network[]>;
} & BackdatedDeps &
  CorrectionDeps;

const { FEE_TYPES } = contract;
const KINDS = [
  { typeCode: FEE_TYPES['/reg_fees'], ...contract.registrationFees },
  { typeCode: FEE_TYPES['/monthly_subscriptions'], ...contract.subscriptions },
];

type Made = MadeAtDesk & { by: Caller };

/** Receiving and capturing money; then the paths of single fee types, for the same payments. */
export const deskRoutes = (app: ApiScope, deps: DeskDeps): void => {
  const { db, networks, lists } = deps;
  const { read, act, change } = serving(app, deps);
  const made = async ({ by, now }: { by: Caller; now: Date }): Promise<Made> => ({
    by,
    networks: await networks(),
    now,
  });
  act(contract.findClaim, async ({ body, now }) => findClaim(db, body, { networks: await networks(), now }));
  read(contract.previewCaptures, async ({ body, now }) =>
    previewCaptures(db, body.ids, { networks: await networks(), now }),
  );
  act(contract.captureMomo, async ({ body, ...asked }, request) => {
    const at = await made(asked);
    const capture = request.inTransaction(async (tx) => {
      const message = await askIfBackdated(tx, { capture: body }, at, deps);
      if (message !== null) {
        return { success: true, result: 'asked' as const, message, payment_ids: [], receipts: [], transfer_id: null };
      }
      return { success: true, ...(await withReceipts(tx, await captureMomo(tx, body, at))) };
    });
    return capture.catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'conflict') await keepDifferingCapture(db, body, at);
      throw error;
    });
  });
  const receive = async (tx: Tx, body: contract.ReceivedPayment, at: Made) => {
    const message = await askIfBackdated(tx, { receive: body }, at, deps);
    if (message !== null) return { message, transaction_id: '', payment_ids: [], receipts: [] };
    return withReceipts(tx, await receivePayment(tx, body, at));
  };
  change(contract.receivePayment, (tx, { body }, at) => receive(tx, body, at), made);
  change(
    contract.receiveRegistrationFee,
    (tx, { body }, at) =>
      receiveFee({ ...body, payment_type: FEE_TYPES['/reg_fees'] }, (asked) => receive(tx, asked, at)),
    made,
  );
  change(
    contract.receiveSubscription,
    (tx, { body }, at) =>
      receiveFee({ ...body, payment_type: FEE_TYPES['/monthly_subscriptions'] }, (asked) => receive(tx, asked, at)),
    made,
  );
  change(contract.correctCash, async (tx, asked) => withReceipts(tx, await correctCash(tx, asked, deps)));
  for (const { typeCode, show, change: correct, remove } of KINDS) {
    read(show, ({ id }) => showFee(db, { id, typeCode }));
    change(correct, (tx, { id, body }, at) => correctFee(tx, { id, typeCode }, body, at), made);
    change(remove, (tx, { id, body, ...by }) => removeFee(tx, { id, typeCode }, { ...by, reason: body?.reason }));
  }
  lists.serve(app, contract.feePaymentList, feePaymentsSource, () => undefined);
  change(contract.claimForDriver, (tx, { body }, at) => claimFee(tx, body, at), made);
};
