import type { Tx } from '#db/database.ts';
import { paymentsOfTransaction, wasRejected } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { refuseOwnCapture } from '../transfers/own-capture.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';

const HELD = {
  submitted: 'A claim with this transaction ID waits. Decide on that one.',
  cleared:
    'A payment with this transaction ID was cleared without this money. Reverse it first, or set the money aside.',
} as const;

/**
 * Refuses with 409 `conflict` to use money for another payment while one with its transaction ID has not taken of it, and with
 * 422 `refused` for whoever captured it by hand, where a claim of it was rejected: that claim would else be got around.
 */
export const refuseHeld = async (tx: Tx, transfer: Transfer, by: Author): Promise<void> => {
  const holding = await paymentsOfTransaction(tx, transfer.transaction_id);
  const other = holding.find(({ transfer_id }) => transfer_id !== transfer.id);
  if (other) throw new Refusal('conflict', HELD[other.status]);
  if (await wasRejected(tx, transfer.transaction_id)) refuseOwnCapture(transfer, by);
};
