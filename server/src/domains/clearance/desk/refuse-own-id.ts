import type { Db } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { isOwnCapture } from '../transfers/own-capture.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';

/**
 * Refuses with 409 `conflict` to give a claim the transaction ID of money that the same person captured: they would clear by it
 * what differed from their own receipt.
 */
export const refuseIdOfOwnCapture = async (db: Db, transactionId: string, by: Author): Promise<void> => {
  const [transfer] = await transfersOfIds(db, [transactionId]);
  if (!transfer || !isOwnCapture(transfer, by)) return;
  const message =
    'You captured the money of this transaction ID yourself, so somebody else has to match it to a claim.';
  throw new Refusal('conflict', message, { issues: [{ path: 'body.transaction_id', message }] });
};
