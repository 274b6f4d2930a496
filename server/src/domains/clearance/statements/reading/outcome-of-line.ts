import { formatMoney, type LineOutcome, type TransferStatus, toPesewas } from '@banbo/contract';
import type { ClaimByKey } from '#domains/payments';

/** Money with a line's transaction ID that was recorded before. */
export type KnownMoney = { amount: string; status: TransferStatus };

const KNOWN = {
  open: 'It was recorded before, and waits for a claim or a person.',
  matched: 'It was recorded before, and has cleared a payment.',
  dismissed: 'It was recorded before, and was set aside.',
} as const satisfies Record<TransferStatus, string>;

type Facts = {
  known: KnownMoney | undefined;
  claim: ClaimByKey | undefined;
  /** True once the line's money has cleared the claim. */
  hasCleared?: boolean;
  /** True where the line's reference is the car of another registered driver than the claim's. */
  namesOther?: boolean;
};

/** The outcome of a line that says money was received, and why. Before an import it is what that would do. */
export const outcomeOfLine = (
  amount: string,
  { known, claim, hasCleared = false, namesOther = false }: Facts,
): { outcome: LineOutcome; reason: string } => {
  if (hasCleared) return { outcome: 'clears', reason: claim?.name ?? '' };
  if (known && toPesewas(known.amount) !== toPesewas(amount)) {
    return { outcome: 'known_differs', reason: `It was recorded before as ${formatMoney(known.amount)}.` };
  }
  if (known) return { outcome: 'known', reason: KNOWN[known.status] };
  if (!claim) return { outcome: 'no_claim', reason: 'No claim has this transaction ID.' };
  if (claim.status === 'cleared') {
    return { outcome: 'no_claim', reason: `${claim.name}: cleared before without its money.` };
  }
  if (claim.isDisputed) {
    return { outcome: 'disputed', reason: `${claim.name}: another driver sent this transaction ID too.` };
  }
  if (claim.isPaid) return { outcome: 'paid', reason: `${claim.name}: its fee is paid already.` };
  if (toPesewas(claim.amount) !== toPesewas(amount)) {
    return { outcome: 'differs', reason: `${claim.name}: ${formatMoney(claim.amount)} is claimed.` };
  }
  if (namesOther) {
    return { outcome: 'other_car', reason: `${claim.name}: its reference is the car number of another driver.` };
  }
  return { outcome: 'clears', reason: claim.name };
};
