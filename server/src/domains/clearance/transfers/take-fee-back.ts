import { addDays, formatDay, formatMoney, holds, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { clearedPayments } from '#domains/payments';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { notPermitted, Refusal } from '#lib/refusal.ts';
import { isTakenBack } from './clear-with.ts';
import { endMoney } from './end-money.ts';
import { owedInWords, type RefundsOfMoney, reverseNeverCame } from './never-came.ts';
import { type Transfer, transfersById } from './transfers.repo.ts';

/** The day from which the fees that missing money paid may be taken back; null of other money. */
export const takenBackFrom = async (
  db: Db,
  transfer: Pick<Transfer, 'missing_since' | 'taken_back_on' | 'kept_at' | 'status'>,
): Promise<string | null> => {
  const { missing_since, status } = transfer;
  if (missing_since === null || status === 'ended') return null;
  // No later statement shows what the network took back.
  if (isTakenBack(transfer)) return today(missing_since);
  return addDays(today(missing_since), (await readSite(db)).missing_money_days);
};

/**
 * Ends money that no statement of its day shows, and reverses all that it paid. Refused with 403
 * `not_permitted`, also to somebody with a hand in it, and with 409 `conflict` before
 * the days of the setting are over and where a statement has shown it. Rule 45 of
 * docs/product/clearance.md.
 */
export const takeFeeBack = async (
  tx: Tx,
  { transfer, reason, by, now }: { transfer: Transfer; reason: string; by: Caller; now: Date },
  refunds: RefundsOfMoney,
): Promise<string> => {
  if (!holds(by, 'payments.reverse')) throw notPermitted();
  const { id, amount, status } = transfer;
  if (status === 'ended') throw new Refusal('conflict', 'This money was given back or never came.');
  const from = await takenBackFrom(tx, transfer);
  if (from === null) throw new Refusal('conflict', 'No statement lacks this money.');
  if (today(now) < from)
    throw new Refusal('conflict', `A statement may still show it. Take it back from ${formatDay(from)} on.`);
  const ids = await clearedPayments(tx, id);
  if (ids.length === 0) {
    const said = await endMoney(tx, { transfer, by, now }, { reason, refunds });
    refuseShown((await transfersById(tx, [id]))[0] ?? transfer);
    return said;
  }
  const asked = { ids, transferId: id };
  const { reversed: count, ...gone } = await reverseNeverCame(tx, asked, { reason, by, now, refunds });
  const [ended = transfer] = await transfersById(tx, [id]);
  refuseShown(ended);
  const what = count === 1 ? 'The payment is reversed' : `${count} payments are reversed`;
  return `${what}: the ${formatMoney(amount)} never came, and is out of the books.${owedInWords(gone)}`;
};

/** A statement may have shown it before its row was locked. */
const refuseShown = ({ missing_since }: Transfer): void => {
  if (missing_since === null) throw new Refusal('conflict', 'A statement has shown this money meanwhile.');
};
