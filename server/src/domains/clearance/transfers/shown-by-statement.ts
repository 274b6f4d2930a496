import { toPesewas } from '@banbo/contract';
import { restsOnCaptor } from './own-capture.ts';
import type { Transfer } from './transfers.repo.ts';

type Line = { transaction_id: string; amount: string; reference: string };

/** Lines of a statement that say money was received, and the accounts of those who sent it and who imported it. */
export type Statement = {
  lines: readonly Line[];
  broughtBy: readonly string[];
};

const isSame = (one: string, other: string): boolean => toPesewas(one) === toPesewas(other);

/**
 * A transfer as it is once a line about it is noted. The first statement counts, until another one differs from the amount that
 * it confirmed: that raises a doubt. A captor's own statement gives way to somebody else's. The payer's words are the line's where
 * nobody captured any. Gives the same transfer where the line is no news.
 */
export const asShown = (transfer: Transfer, line: Line | undefined, broughtBy: readonly string[]): Transfer => {
  if (line === undefined) return transfer;
  const { captured_by, statement_amount: before } = transfer;
  const known =
    transfer.reference === '' && line.reference !== '' ? { ...transfer, reference: line.reference } : transfer;
  const isCaptors = captured_by !== null && broughtBy.includes(captured_by);
  const shown = {
    ...known,
    statement_amount: line.amount,
    statement_by: isCaptors ? captured_by : (broughtBy.at(-1) ?? null),
  };
  if (before === null) return shown;
  if (!isSame(before, transfer.amount)) return known;
  const isNews = !isSame(line.amount, before) || (restsOnCaptor(transfer) && !restsOnCaptor(shown));
  return isNews ? shown : known;
};
