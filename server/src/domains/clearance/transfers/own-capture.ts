import { toPesewas } from '@banbo/contract';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Transfer } from './transfers.repo.ts';

/** True for the person who captured the money by hand, until a statement shows the same amount: a prompt is nobody's word. */
export const isOwnCapture = (
  {
    source,
    captured_by,
    amount,
    statement_amount,
  }: Pick<Transfer, 'source' | 'captured_by' | 'amount' | 'statement_amount'>,
  { accountId }: Pick<Author, 'accountId'>,
): boolean => (source === 'capture' || source === 'desk') && captured_by === accountId && statement_amount !== amount;

const OWN_CAPTURE =
  'You captured this receipt, and it differs. Somebody else who may clear payments has to decide on it.';

/** Refuses somebody who would decide alone on what they captured alone. */
export const refuseOwnCapture = (transfer: Transfer, by: Author): void => {
  if (isOwnCapture(transfer, by)) throw new Refusal('refused', OWN_CAPTURE);
};

type Claimed = { key: string; amount: string };

/** True where a claim has the transaction ID and the amount of the money. */
export const agrees = (claim: Claimed, transfer: Pick<Transfer, 'key' | 'amount'>): boolean =>
  claim.key === transfer.key && toPesewas(claim.amount) === toPesewas(transfer.amount);
