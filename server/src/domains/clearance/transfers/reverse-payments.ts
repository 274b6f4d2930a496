import { type ChosenCause, reversalInWords, toPesewas, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { clearedPayments, groupsOf, transitionPayments } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { refuseOwnReversal } from './hands-in-money.ts';
import { postCorrection } from './money-in-books.ts';
import { moneySubject, paymentSubject } from './money-subjects.ts';
import { reopenMoney, transfersById } from './transfers.repo.ts';

type Reversal = {
  cause: ChosenCause;
  reason: string;
  /** The sentence that is kept and that the driver sees; by default the cause and the reason. */
  inWords?: string | undefined;
  by: Author | null;
  now: Date;
  /** True where the same decision gives the money to another claimant of its transaction ID. */
  isAwarded?: boolean;
};

/** The sum of amounts in pesewas. */
export const sumInPesewas = (payments: readonly { amount: string }[]): bigint =>
  payments.reduce((sum, { amount }) => sum + toPesewas(amount), 0n);

/**
 * Reverses cleared payments of one receipt of money, or one without, and gives their number. Their
 * cause says what becomes of the money (docs/product/clearance.md, rule 38): it is open again; or
 * none of it ever came, so that whatever else it paid is reversed too. Refused with 403
 * `not_permitted` for somebody with a hand in the money or a payment, and with 409 `conflict` if
 * one was cleared since they were read.
 */
export const reversePayments = async (
  tx: Tx,
  { ids, transferId }: { ids: readonly string[]; transferId: string | null },
  { cause, reason, inWords: said = reversalInWords(cause, reason), by, now, isAwarded = false }: Reversal,
): Promise<number> => {
  const money = transferId === null ? [] : [transferId];
  const others = cause === 'never_came' && transferId !== null ? await clearedPayments(tx, transferId) : [];
  // Also those that were reversed since they were read, which the change refuses.
  const together = [...(await groupsOf(tx, ids)).values()].flat();
  const all = [...new Set([...ids, ...others, ...together])];
  const transfers = await transfersById(tx, money);
  if (by) await refuseOwnReversal(tx, { money: transfers, paymentIds: all }, { by, now });
  const asked = { ids: all, change: 'reverse', by, reason: said, now, with: { cause } } as const;
  const isForOther = cause === 'wrong_car';
  const { changed } = await transitionPayments(tx, asked, async (reversed) => {
    // One that was not cleared yet when it was read: neither its money nor the hands in that were.
    const other = reversed.find(({ transfer_id }) => transfer_id !== transferId);
    if (other)
      throw new Refusal('conflict', `The payment ${transactionName(other.transaction_id)} was cleared meanwhile.`);
    await reopenMoney(tx, money);
    const subjects = [...transfers.map(moneySubject), ...all.map(paymentSubject)];
    if (by && !isAwarded) await noteHands(tx, [{ accountId: by.accountId, what: 'reversed', subjects }], now);
  });
  if (transferId === null) return changed.length;
  const returned = sumInPesewas(changed.filter(({ from_unallocated }) => !from_unallocated));
  if (isForOther && returned === 0n) return changed.length;
  const to = (held: bigint): bigint => (isForOther ? held : 0n);
  const what = isForOther ? 'returned' : cause;
  await postCorrection(tx, { transferId, what, to, returned, reason: said }, { by, now });
  return changed.length;
};
