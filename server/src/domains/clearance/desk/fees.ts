import { formatMoney, type PaymentSubmission } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import {
  correctClaim,
  judgeClaim,
  paymentsSource,
  readClaim,
  showPayment,
  storeClaim,
  transitionPayments,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { isOwnCapture } from '../transfers/own-capture.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import type { MadeAtDesk } from './transfer-id.ts';
import { momoIdIn } from './transfer-id.ts';

/**
 * Refuses with 409 `conflict` to give a claim the transaction ID of money that the same person
 * captured: it would be cleared although it differed from the captured receipt.
 */
const refuseIdOfOwnCapture = async (db: Db, transactionId: string, by: Author): Promise<void> => {
  const [transfer] = await transfersOfIds(db, [transactionId]);
  if (!transfer || !isOwnCapture(transfer, by)) return;
  const message =
    'You captured the money of this transaction ID yourself, so somebody else has to match it to a claim.';
  throw refusalAt('conflict', 'transaction_id', message);
};

type Fee = { id: string; typeCode: string };
type Correction = Parameters<typeof correctClaim>[1]['correction'];

/** This list has the same rows as that of the payments. */
export const feePaymentsSource = paymentsSource;

export const showFee = (db: Db, { id, typeCode }: Fee) => showPayment(db, id, typeCode);

/** Corrects a waiting fee. Refused as a claim is, and with 409 for money of one's own capture. */
export const correctFee = async (
  tx: Tx,
  fee: Fee,
  given: Correction,
  made: MadeAtDesk,
): Promise<{ message: string }> => {
  const { by, networks } = made;
  if (given.transaction_id === undefined) {
    await correctClaim(tx, { ...fee, correction: given }, made);
  } else {
    const transaction_id = momoIdIn(given.transaction_id, networks);
    await refuseIdOfOwnCapture(tx, transaction_id, by);
    await correctClaim(tx, { ...fee, correction: { ...given, transaction_id } }, made);
  }
  return { message: 'The payment is corrected.' };
};

/** Rejects a waiting fee. Refused with 404, and with 409 `conflict` in another state. */
export const removeFee = async (
  tx: Tx,
  { id, typeCode }: Fee,
  { reason = 'Deleted by the office.', by, now }: { reason?: string | undefined; by: Author; now: Date },
): Promise<{ message: string }> => {
  const { status, transaction_id } = await showPayment(tx, id, typeCode);
  if (status === 'cleared') {
    const why = `The payment ${transaction_id} was cleared, so it is not deleted. Reverse it instead, with a reason.`;
    throw new Refusal('conflict', why);
  }
  await transitionPayments(tx, { ids: [id], change: 'reject', reason, by, now });
  return { message: `The payment ${transaction_id} is rejected.` };
};

/** Stores a claim that staff send for a driver. Refused as a claim of the public form is. */
export const claimFee = async (
  tx: Tx,
  submission: PaymentSubmission,
  { networks, now }: Pick<MadeAtDesk, 'networks' | 'now'>,
): Promise<{ message: string; payment_id: string }> => {
  const claim = readClaim(submission, networks);
  const { id } = await storeClaim(tx, await judgeClaim(tx, claim, now));
  const message = `The payment of ${formatMoney(claim.amount)} is kept and waits to be cleared.`;
  return { message, payment_id: id };
};
