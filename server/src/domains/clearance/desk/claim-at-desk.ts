import { formatMoney } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { feeKey, type HoldingPayment, type judgeClaim, paymentsOfTransaction, wasRejected } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { isOwnCapture } from '../transfers/own-capture.ts';
import { refuseOwnReplacement } from '../transfers/replaced-claims.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import { claimInWords, presentClaim } from './waiting-claim.ts';

/** A row of the desk as it would be stored. */
export type Judged = Awaited<ReturnType<typeof judgeClaim>>;

const refuse = (code: 'conflict' | 'transaction_id_taken', message: string): Refusal =>
  new Refusal(code, message, { issues: [{ path: 'body.transaction_id', message }] });

/**
 * The claim that waits with a transaction ID, and how it is refused where no row is its own; null where none waits. Refused with
 * 409 `transaction_id_taken` when the ID has cleared a payment.
 */
export const holderOf = async (
  tx: Tx,
  transactionId: string,
): Promise<(HoldingPayment & { refusal: Refusal }) | null> => {
  const held = await paymentsOfTransaction(tx, transactionId);
  const [payment] = held;
  if (!payment) return null;
  const words = await claimInWords(tx, await presentClaim(tx, payment));
  if (held.some(({ status }) => status === 'cleared')) {
    throw refuse('transaction_id_taken', `This transaction ID was already used for another payment. ${words}.`);
  }
  const message = `A claim waits with this transaction ID. ${words}. Receive exactly that, or decide it on Payment Clearance.`;
  return { ...payment, refusal: refuse('conflict', message) };
};

/** True for a row of the claim's driver, fee and amount. */
export const takesClaim = (claim: HoldingPayment, row: Judged): boolean =>
  claim.driver_id === row.driver_id && feeKey(claim) === feeKey(row) && claim.amount === row.amount;

/**
 * Refuses with 409 `conflict` what somebody would decide alone on money that they captured, while no statement of somebody else
 * shows it: to clear a claim that says another amount, and to get around one that was rejected; with 422 `refused` a claim that
 * took its place.
 */
export const refuseOwnDifference = async (
  tx: Tx,
  claim: HoldingPayment | null,
  { transfer, by }: { transfer: Transfer; by: Author },
): Promise<void> => {
  if (!isOwnCapture(transfer, by)) return;
  if (claim && claim.amount !== transfer.amount) {
    const amounts = `The claim is of ${formatMoney(claim.amount)}, the money is ${formatMoney(transfer.amount)}`;
    throw refuse('conflict', `${amounts}, so somebody else has to decide it on Payment Clearance.`);
  }
  if (claim) await refuseOwnReplacement(tx, { id: claim.id, transfer }, by);
  if (claim || !(await wasRejected(tx, transfer.transaction_id))) return;
  throw refuse(
    'conflict',
    'A claim with this transaction ID was rejected. Undo that on Payment Clearance, or capture the money and let somebody else decide on it.',
  );
};
