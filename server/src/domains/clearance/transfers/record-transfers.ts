import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { insertTransfers, type NewTransfer, type Transfer, transfersOfIds } from './transfers.repo.ts';

export type Recorded = Transfer & { isNew: boolean };

/**
 * Records money that the company's accounts received, and gives all of it as it is known now, each transaction ID once. What
 * is known already stays as it is: what a statement says of it is noted by matching, since it locks the money. `by` is the
 * person who captured it, null for the server's own jobs.
 */
export const recordTransfers = async (
  tx: Tx,
  transfers: readonly NewTransfer[],
  captured: { by: Author | null; now: Date },
): Promise<Recorded[]> => {
  const isNew = await insertTransfers(tx, transfers, captured);
  const known = await transfersOfIds(
    tx,
    transfers.map(({ transaction_id }) => transaction_id),
  );
  return known.map((transfer) => ({ ...transfer, isNew: isNew.has(transfer.key) }));
};
