import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { captureMomo, keepDifferingCapture } from './capture-momo.ts';
import { claimFee, correctFee, feePaymentsSource, removeFee, showFee } from './fees.ts';
import { findClaim } from './find-claim.ts';
import { receiveFee, receivePayment } from './receive-payment.ts';
import type { MadeAtDesk } from './transfer-id.ts';

export type DeskDeps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  networks: () => Promise<readonly contract.Network[]>;
};

const { FEE_TYPES } = contract;
const KINDS = [
  { typeCode: FEE_TYPES['/reg_fees'], ...contract.registrationFees },
  { typeCode: FEE_TYPES['/monthly_subscriptions'], ...contract.subscriptions },
];

/** Receiving and capturing money; then the paths of single fee types, for the same payments. */
export const deskRoutes = (app: ApiScope, deps: DeskDeps): void => {
  const { db, networks, lists } = deps;
  const { read, act, change } = serving(app, deps);
  const made = async ({ by, now }: { by: Caller; now: Date }): Promise<MadeAtDesk> => ({
    by,
    networks: await networks(),
    now,
  });
  act(contract.findClaim, async ({ body, now }) =>
    findClaim(db, body.transaction_id, { networks: await networks(), now }),
  );
  act(contract.captureMomo, async ({ body, ...asked }, request) => {
    const at = await made(asked);
    const capture = request.inTransaction(async (tx) => ({ success: true, ...(await captureMomo(tx, body, at)) }));
    return capture.catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'conflict') await keepDifferingCapture(db, body, at);
      throw error;
    });
  });
  change(contract.receivePayment, (tx, { body }, at) => receivePayment(tx, body, at), made);
  change(
    contract.receiveRegistrationFee,
    (tx, { body }, at) => receiveFee(tx, { ...body, payment_type: FEE_TYPES['/reg_fees'] }, at),
    made,
  );
  change(
    contract.receiveSubscription,
    (tx, { body }, at) => receiveFee(tx, { ...body, payment_type: FEE_TYPES['/monthly_subscriptions'] }, at),
    made,
  );
  for (const { typeCode, show, change: correct, remove } of KINDS) {
    read(show, ({ id }) => showFee(db, { id, typeCode }));
    change(correct, (tx, { id, body }, at) => correctFee(tx, { id, typeCode }, body, at), made);
    change(remove, (tx, { id, body, ...by }) => removeFee(tx, { id, typeCode }, { ...by, reason: body?.reason }));
  }
  lists.serve(app, contract.feePaymentList, feePaymentsSource, () => undefined);
  change(contract.claimForDriver, (tx, { body }, at) => claimFee(tx, body, at), made);
};
