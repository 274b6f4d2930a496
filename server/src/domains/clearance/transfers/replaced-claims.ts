import type { Tx } from '#db/database.ts';
import { replacedAmong } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { isOwnCapture, restsOnCaptor } from './own-capture.ts';
import type { Transfer } from './transfers.repo.ts';

type Matched = { id: string; transfer: Transfer };

/**
 * Those of these claims that another person than the captor of their money must clear: a claim of the same ID that said something
 * else was rejected, and nothing but the captor's word agrees with the one that took its place. `by` has decided for the latter.
 */
export const claimsForOthers = async (
  tx: Tx,
  matched: readonly Matched[],
  by: Author | null = null,
): Promise<Set<string>> => {
  const needsOther = ({ transfer }: Matched) => restsOnCaptor(transfer) && (!by || isOwnCapture(transfer, by));
  const ids = matched.filter(needsOther).map(({ id }) => id);
  return ids.length === 0 ? new Set() : replacedAmong(tx, ids);
};

/** Refuses the captor of money to clear a claim that took the place of a rejected one. */
export const refuseOwnReplacement = async (tx: Tx, { id, transfer }: Matched, by: Author): Promise<void> => {
  if (!(await claimsForOthers(tx, [{ id, transfer }], by)).has(id)) return;
  const message =
    'You captured this receipt, and another claim of it was rejected. Somebody else who may clear payments has to decide on it.';
  throw new Refusal('refused', message);
};
