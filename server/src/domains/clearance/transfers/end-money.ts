import { formatMoney, holds, reversalInWords } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { takenOf } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, notPermitted, Refusal } from '#lib/refusal.ts';
import { refuseUnpaid } from './clear-with.ts';
import { refuseOwnReversal } from './hands-in-money.ts';
import { postCorrection } from './money-in-books.ts';
import { namedMoney } from './money-subjects.ts';
import { lockGone, owedInWords, owePaidBack, type RefundsOfMoney } from './never-came.ts';
import { factsOfMoney, type Transfer, transfersById } from './transfers.repo.ts';

type Ending = { transfer: Transfer; by: Caller; now: Date };

/**
 * Takes money that paid nothing and never came out of the books; what of it was paid back is owed
 * (docs/product/clearance.md, rule 38). Refused with 403 `not_permitted`, also to somebody with a
 * hand in it, and with 409 `conflict` for money that paid something, that ended otherwise than by
 * refunds, and for a cheque that waits for its bank.
 */
export const endMoney = async (
  tx: Tx,
  { transfer: { id }, by, now }: Ending,
  { reason, refunds }: { reason: string; refunds: RefundsOfMoney },
): Promise<string> => {
  if (!holds(by, 'payments.reverse')) throw notPermitted();
  const gone = await lockGone(tx, { transferId: id, refunds });
  const transfer = existing((await transfersById(tx, [id]))[0], 'receipt of money');
  const { posted_amount, status } = transfer;
  if (status === 'pending' || gone.owed.length === 0) refuseUnpaid(transfer);
  await refuseOwnReversal(tx, { money: [transfer], paymentIds: [] }, { by, now });
  if ((await takenOf(tx, [id])).size > 0) {
    throw new Refusal('conflict', 'Payments were cleared with this money. Reverse them first.');
  }
  const said = reversalInWords('never_came', reason);
  const subject = namedMoney(transfer);
  const after = { ...factsOfMoney(transfer), status: 'ended', posted_amount: '0.00', reason: said };
  await audit(tx, by, { action: 'transfers.never_came', subject, before: { status, posted_amount }, after }, now);
  const made = { by, now };
  const end = () => postCorrection(tx, { transferId: id, what: 'never_came', to: () => 0n, reason: said }, made);
  await owePaidBack(tx, gone, { ...made, reason: said, refunds, end });
  const left =
    status === 'ended'
      ? 'The money never came.'
      : `The ${formatMoney(posted_amount)} never came, and is out of the books.`;
  return `${left}${owedInWords(gone)}`;
};
