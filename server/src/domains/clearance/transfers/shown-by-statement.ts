import { toPesewas } from '@banbo/contract';
import { restsOnCaptor } from './own-capture.ts';
import type { Transfer } from './transfers.repo.ts';

/** Lines of a statement that say money was received, and the accounts of those who sent it and who imported it. */
export type Statement = {
  lines: readonly { transaction_id: string; amount: string }[];
  broughtBy: readonly string[];
};

const isSame = (one: string, other: string): boolean => toPesewas(one) === toPesewas(other);

/**
 * A transfer as it is once a line about it is noted. The first statement counts, until another one differs from the amount that
 * it confirmed: that raises a doubt. A captor's own statement gives way to somebody else's. Gives the same transfer where the
 * line is no news.
 */
export const asShown = (transfer: Transfer, amount: string | undefined, broughtBy: readonly string[]): Transfer => {
  if (amount === undefined) return transfer;
  const { captured_by, statement_amount: known } = transfer;
  const isCaptors = captured_by !== null && broughtBy.includes(captured_by);
  const shown = {
    ...transfer,
    statement_amount: amount,
    statement_by: isCaptors ? captured_by : (broughtBy.at(-1) ?? null),
  };
  if (known === null) return shown;
  if (!isSame(known, transfer.amount)) return transfer;
  const isNews = !isSame(amount, known) || (restsOnCaptor(transfer) && !restsOnCaptor(shown));
  return isNews ? shown : transfer;
};
