import {
  formatDay,
  formatMoney,
  isDoubted,
  type TransferDecisionBody,
  type TransferStatus,
  toPesewas,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import { clearedPayments, lockClaims, setPaymentDay, takenOf } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { isTakenBack } from '../transfers/clear-with.ts';
import { bounceCheque, markPaidByBank } from '../transfers/decide-cheque.ts';
import { endMoney } from '../transfers/end-money.ts';
import { refuseOwnDecision } from '../transfers/hands-in-money.ts';
import { postCorrection } from '../transfers/money-in-books.ts';
import { namedMoney } from '../transfers/money-subjects.ts';
import type { RefundsOfMoney } from '../transfers/never-came.ts';
import { takeFeeBack } from '../transfers/take-fee-back.ts';
import { keepTakenBack } from '../transfers/taken-back.repo.ts';
import { factsOfMoney, lockTransfers, type Transfer, transfersById } from '../transfers/transfers.repo.ts';
import { assignFee, type DecidingMoney, payWhatIsOwed } from './assign-money.ts';
import { acceptDifference, takeStatementFacts } from './cases.repo.ts';
import { decideEnded } from './decide-ended.ts';

type Row = { id: string; status: TransferStatus; transaction_id: string; amount: string };

const factsOfAmount = ({ amount }: Row) => ({ amount });

const CHANGES = {
  dismiss: {
    from: ['open'],
    to: 'dismissed',
    needs: 'payments.clear',
    action: 'transfers.dismiss',
    refusalEnd: 'so it cannot be set aside',
    keepsReason: true,
    facts: factsOfAmount,
  },
  undo: {
    from: ['dismissed'],
    to: 'open',
    needs: 'payments.clear',
    action: 'transfers.undo',
    refusalEnd: 'so there is nothing to undo',
    facts: factsOfAmount,
  },
} as const satisfies Record<string, StateChange<TransferStatus, Row>>;

const money: Stateful<TransferStatus, Row, keyof typeof CHANGES> = {
  table: 'transfers',
  columns: ['transaction_id', 'amount'],
  noun: 'transfer',
  nameOf: ({ transaction_id }) => transaction_id,
  became: {
    open: 'is open',
    matched: 'was matched to a payment',
    dismissed: 'was set aside',
    pending: 'waits for its bank',
    ended: 'was given back or never came',
  },
  changes: CHANGES,
  audit: auditAll,
};

/** Keeps money that a statement shows going out again: that line was wrong, or it came anew. */
const keepMoney = async (
  tx: Tx,
  transfer: Transfer,
  { reason, by, now }: { reason: string | undefined; by: Caller; now: Date },
): Promise<string> => {
  const subject = namedMoney(transfer);
  await refuseOwnDecision(tx, { money: [transfer] }, { action: 'transfers.accept', subject }, { by, now });
  const after = { ...factsOfMoney(transfer), reason: reason ?? null };
  await audit(tx, by, { action: 'transfers.accept', subject, after }, now);
  await keepTakenBack(tx, transfer.id, now);
  return `The ${formatMoney(transfer.amount)} stays in the books.`;
};

/** Resolves the difference between what was recorded and what the statement shows. */
const settle = async (
  tx: Tx,
  { transfer, body, by, now }: DecidingMoney,
  action: 'accept' | 'correct',
): Promise<string> => {
  const { id, amount, received_on } = transfer;
  if (action === 'accept' && isTakenBack(transfer)) return keepMoney(tx, transfer, { reason: body.reason, by, now });
  if (!isDoubted(transfer)) throw new Refusal('conflict', 'No statement shows another amount or day for this money.');
  if (transfer.status === 'ended') throw new Refusal('conflict', 'This money was given back or never came.');
  const decides = { action: `transfers.${action}`, subject: namedMoney(transfer) } as const;
  await refuseOwnDecision(tx, { money: [transfer] }, decides, { by, now });
  const [shown, day] = [transfer.statement_amount ?? amount, transfer.statement_day ?? received_on];
  const hasOtherDay = day !== received_on;
  const noun = hasOtherDay ? 'The money' : 'The amount';
  const inWords = (sum: string, of: string): string =>
    `${formatMoney(sum)}${hasOtherDay ? ` of ${formatDay(of)}` : ''}`;
  const subject = namedMoney(transfer);
  const taken = action === 'correct' ? { amount: shown, received_on: day } : { amount, received_on };
  const facts = { ...factsOfMoney(transfer), statement_amount: transfer.statement_amount };
  const after = { ...facts, ...taken, reason: body.reason ?? null };
  const before = { amount, received_on, reason: null };
  await audit(tx, by, { action: `transfers.${action}`, subject, before, after }, now);
  if (action === 'accept') {
    await acceptDifference(tx, id);
    return `${noun} stays ${inWords(amount, received_on)}.`;
  }
  if (shown !== amount && (await takenOf(tx, [id])).size > 0) {
    throw new Refusal('conflict', 'Payments were cleared with this money. Reverse them first.');
  }
  await takeStatementFacts(tx, id);
  await setPaymentDay(tx, id, day);
  // Nothing of a cheque that waits for its bank is in the books.
  if (transfer.status !== 'pending' && shown !== amount) {
    const more = toPesewas(shown) - toPesewas(amount);
    const to = (held: bigint): bigint => held + more;
    await postCorrection(tx, { transferId: id, what: 'corrected', to, reason: body.reason }, { by, now });
  }
  return `${noun} is ${inWords(shown, day)} now.`;
};

/** These change the money itself; the other decisions lock the payments first. */
const CHANGING_MONEY: ReadonlySet<string> = new Set(['accept', 'correct', 'came_after_all']);

/**
 * Carries out a decision on money, and describes the result in a sentence. Refused with 404
 * `not_found`; with 409 `conflict` in another state; with 403 `not_permitted` for somebody with a
 * hand in the money; and as a claim is.
 */
export const decideTransfer = async (
  tx: Tx,
  { id, body, by, now }: { id: string; body: TransferDecisionBody; by: Caller; now: Date },
  refunds: RefundsOfMoney,
): Promise<string> => {
  const { decision, reason } = body;
  // Their day follows that of the money.
  if (decision === 'correct') await lockClaims(tx, await clearedPayments(tx, id));
  if (CHANGING_MONEY.has(decision)) await lockTransfers(tx, [id]);
  const transfer = existing((await transfersById(tx, [id]))[0], 'receipt of money');
  const deciding = { transfer, body, by, now };
  switch (decision) {
    case 'dismiss':
    case 'undo':
      if (decision === 'dismiss')
        await refuseOwnDecision(
          tx,
          { money: [transfer] },
          { action: 'transfers.dismiss', subject: namedMoney(transfer) },
          { by, now },
        );
      await transition(tx, money, { ids: [id], change: decision, by, now, ...(reason !== undefined && { reason }) });
      return decision === 'dismiss' ? 'The money is set aside.' : 'The money waits again.';
    case 'came_after_all':
      return decideEnded(tx, { transfer, reason: reason ?? '', by, now }, decision);
    case 'accept':
      if (transfer.status === 'ended') return decideEnded(tx, { transfer, reason: reason ?? '', by, now }, decision);
      return settle(tx, deciding, decision);
    case 'correct':
      return settle(tx, deciding, decision);
    case 'assign':
      return assignFee(tx, deciding);
    case 'pay_owed':
      return payWhatIsOwed(tx, deciding);
    case 'note':
      await audit(
        tx,
        by,
        { action: 'transfers.note', subject: namedMoney(transfer), after: { reason: reason ?? '' } },
        now,
      );
      return 'The note is saved.';
    case 'take_back':
      return takeFeeBack(tx, { transfer, reason: reason ?? '', by, now }, refunds);
    case 'bank_paid':
      return markPaidByBank(tx, deciding, body.day);
    case 'never_came':
      return endMoney(tx, deciding, { reason: reason ?? '', refunds });
    case 'bounced':
      return bounceCheque(tx, deciding, { reason: reason ?? '', refunds });
  }
};
