import { formatMoney, type LineOutcome, type TransferStatus, toPesewas, transactionKey } from '@banbo/contract';
import type { ClaimByKey } from '#domains/payments';

/** Money with a line's transaction ID that was recorded before. */
export type KnownMoney = { amount: string; status: TransferStatus };

const KNOWN = {
  open: 'It was recorded before, and waits for a claim or a person.',
  matched: 'It was recorded before, and has cleared a payment.',
  dismissed: 'It was recorded before, and was set aside.',
} as const satisfies Record<TransferStatus, string>;

export type LineWithOutcome = { outcome: LineOutcome; reason: string };

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
): LineWithOutcome => {
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

type Money = { line: number; transaction_id: string; amount: string };
type First = { line: number; amount: string; others: number[]; isContradicted: boolean };

const inWords = new Intl.ListFormat('en-GB');

/** The transaction IDs of a file, each with its first line. */
export const repeatedIds = () => {
  const firsts = new Map<string, First>();
  return {
    /** The line of the file that has the ID already; null for the first one. */
    repeats: ({ line, transaction_id, amount }: Money): number | null => {
      const key = transactionKey(transaction_id);
      const first = firsts.get(key);
      if (!first) {
        firsts.set(key, { line, amount, others: [], isContradicted: false });
        return null;
      }
      first.others.push(line);
      first.isContradicted ||= first.amount !== amount;
      return first.line;
    },
    /** The lines that have one ID with different amounts: neither can be believed. */
    contradictions: (): (LineWithOutcome & { line: number })[] =>
      [...firsts.values()]
        .filter(({ isContradicted }) => isContradicted)
        .flatMap(({ line: first, others }) => {
          const lines = [first, ...others];
          const reason = `Lines ${inWords.format(lines.map(String))} have this transaction ID with different amounts.`;
          return lines.map((line) => ({ line, outcome: 'unreadable', reason }));
        }),
  };
};
