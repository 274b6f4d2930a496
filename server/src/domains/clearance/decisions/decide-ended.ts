import { formatMoney, fromPesewas, holds, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { refuseOwnHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { staffDirectory } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { postCorrection } from '../transfers/money-in-books.ts';
import { refundedOf, reopenMoney, type Transfer } from '../transfers/transfers.repo.ts';
import { acceptDifference, moneyDetails } from './cases.repo.ts';

type Deciding = { transfer: Transfer; reason: string; by: Caller; now: Date };

/**
 * Decides on locked money that ended as never come, and that a statement shows: it is posted again,
 * or stays ended (docs/product/clearance.md, rule 47). Refused with 403 `not_permitted`, also to
 * the person who ended it, and with 409 `conflict` for other money.
 */
export const decideEnded = async (
  tx: Tx,
  { transfer, reason, by, now }: Deciding,
  decision: 'came_after_all' | 'accept',
): Promise<string> => {
  if (!holds(by, 'payments.reverse')) throw new Refusal('not_permitted', 'You are not authorized to do this.');
  const { id, transaction_id: name, amount } = transfer;
  const { is_shown_ended: isShown, ended_by: endedBy } = await moneyDetails(tx, id);
  if (!isShown) throw new Refusal('conflict', 'This is no money that never came and that a statement shows.');
  const subject = { kind: 'transfer', id, name };
  const action = `transfers.${decision}` as const;
  const hands = endedBy === null ? [] : [{ account_id: endedBy, what: 'reversed' as const }];
  const decides = { action, subject };
  await refuseOwnHands(tx, { subjects: [], hands, by, needs: 'payments.reverse', now, decides }, staffDirectory);
  const came = decision === 'came_after_all';
  // A part that was refunded is not there again.
  const there = toPesewas(amount) - toPesewas(await refundedOf(tx, id));
  const after = { status: came ? 'open' : 'ended', posted_amount: came ? fromPesewas(there) : '0.00', reason };
  await audit(tx, by, { action, subject, before: { status: 'ended', posted_amount: '0.00' }, after }, now);
  if (!came) {
    await acceptDifference(tx, id);
    return 'The money stays ended.';
  }
  await reopenMoney(tx, [id]);
  await postCorrection(tx, { transferId: id, what: 'came_after_all', to: () => there, reason }, { by, now });
  return `The ${formatMoney(fromPesewas(there))} is in the books again. What it paid before is due until it is paid with it anew.`;
};
