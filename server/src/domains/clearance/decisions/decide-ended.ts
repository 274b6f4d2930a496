import { formatMoney, fromPesewas, holds, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { notPermitted, Refusal } from '#lib/refusal.ts';
import { isTakenBack } from '../transfers/clear-with.ts';
import { refuseOwnEnding } from '../transfers/hands-in-money.ts';
import { refundedOf } from '../transfers/held-money.repo.ts';
import { postCorrection } from '../transfers/money-in-books.ts';
import { namedMoney } from '../transfers/money-subjects.ts';
import { keepTakenBack } from '../transfers/taken-back.repo.ts';
import { reopenMoney, type Transfer } from '../transfers/transfers.repo.ts';
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
  if (!holds(by, 'payments.reverse')) throw notPermitted();
  const { id, amount } = transfer;
  const { is_shown_ended: isShown, ended_by: endedBy } = await moneyDetails(tx, id);
  if (!isShown)
    throw new Refusal(
      'conflict',
      'Only money that was noted as never received, and that a statement shows, is decided this way.',
    );
  const action = `transfers.${decision}` as const;
  await refuseOwnEnding(tx, { transfer, endedBy }, action, { by, now });
  const came = decision === 'came_after_all';
  // A part that was refunded is not there again.
  const there = toPesewas(amount) - toPesewas(await refundedOf(tx, id));
  const after = { status: came ? 'open' : 'ended', posted_amount: came ? fromPesewas(there) : '0.00', reason };
  const subject = namedMoney(transfer);
  await audit(tx, by, { action, subject, before: { status: 'ended', posted_amount: '0.00' }, after }, now);
  if (!came) {
    await acceptDifference(tx, id);
    return 'The money stays ended.';
  }
  await reopenMoney(tx, [id]);
  if (isTakenBack(transfer)) await keepTakenBack(tx, id, now);
  await postCorrection(tx, { transferId: id, what: 'came_after_all', to: () => there, reason }, { by, now });
  return `The ${formatMoney(fromPesewas(there))} is in the books again. What it paid before stays due until it is matched again.`;
};
