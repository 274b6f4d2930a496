import {
  type AskedChange,
  formatDay,
  formatMoney,
  fromPesewas,
  PAYMENT_MODE_LABELS,
  type PayerSide,
  type RefundAsked,
  type RefundStatus,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval } from '#domains/approvals';
import { audit } from '#domains/audit';
import { keptRecord } from '#domains/drivers';
import { post } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { stepRefund } from './refund-changes.ts';
import { REFUND_SIDES } from './refund-sides.ts';
import { lockRefundedMoney, SOURCES, unsureInWords } from './refund-sources.ts';
import { insertRefund, refundOfSide } from './refunds.repo.ts';
import { entryOfRefund } from './refunds-in-books.ts';

const ENDED = {
  refuse: 'Refused',
  withdraw: 'Withdrawn by whoever asked for it',
  expire: 'It could not be given back any more',
} as const;

const approvalOf = (side: PayerSide) =>
  defineApproval({
    kind: REFUND_SIDES[side].approval,
    input: z.strictObject({}),
    apply: async (tx, { subjectId: id, by, isAlone, now }) => {
      const found = existing(await refundOfSide(tx, id, side), 'refund');
      const driver_id = found.driver_id === null ? null : await keptRecord(tx, found.driver_id);
      await stepRefund(tx, 'approve', { id, by, with: { approved: { driverId: driver_id, isAlone } }, now });
      const approved = { approved_at: now, approved_by: by.accountId, is_alone: isAlone };
      const refund = { ...found, driver_id, ...approved };
      await SOURCES[refund.source].take(tx, refund, { by, now });
      await post(tx, [entryOfRefund(refund)], { by, now });
      return { message: `The refund of ${formatMoney(refund.amount)} is approved. It is to be paid now.` };
    },
    lock: (tx, id) => lockRefundedMoney(tx, id, side),
    handsIn: async (db, id) => {
      const refund = existing(await refundOfSide(db, id, side), 'refund');
      return SOURCES[refund.source].handsIn(db, refund);
    },
    facts: async (db, id) => {
      const { paid_to } = existing(await refundOfSide(db, id, side), 'refund');
      return [{ field: 'To', before: '', after: paid_to, to: `${REFUND_SIDES[side].page}/${id}` }];
    },
    ended: async (tx, { subjectId: id, how, reason, by, now }) => {
      const said = reason === undefined ? ENDED[how] : `${ENDED[how]}: ${reason}`;
      await stepRefund(tx, 'refuse', { id, by, reason: said, now });
    },
  });

/** Refunds of each side, which another person without a hand in their money approves. */
export const refundApprovals = { drivers: approvalOf('drivers'), land: approvalOf('land') } as const;

type Asking = { side: PayerSide; body: RefundAsked; by: Caller; now: Date };
type Asked = { message: string; refund_id: string; approval_id: string };

const idAsked = ({ from, driver_id, payment_id, transfer_id }: RefundAsked): string =>
  ({ credit: driver_id, payment: payment_id, money: transfer_id })[from] ?? '0';

type Facts = { amount: string; name: string; day: string | null; unsure: bigint };

/** The words that are kept; to whom it goes is shown beside them alone. */
const wordsOf = ({ mode }: RefundAsked, facts: Facts) => {
  const amount = formatMoney(facts.amount);
  const changes: AskedChange[] = [
    { field: 'Amount', before: '', after: amount },
    { field: 'From', before: '', after: facts.name },
    { field: 'By', before: '', after: PAYMENT_MODE_LABELS[mode] },
    ...(facts.unsure === 0n ? [] : [{ field: 'Kept back', before: '', after: unsureInWords(facts.unsure) }]),
    ...(facts.day === null ? [] : [{ field: 'Paid to us on', before: '', after: formatDay(facts.day) }]),
  ];
  return { name: `${amount} from ${facts.name}`, changes };
};

/**
 * Asks for a refund, which another person of its side approves. Refused with 404 `not_found`, also
 * for what the other side was paid, with 409 `conflict` where nothing can be given back, and with
 * 422 `refused` for more than there is.
 */
export const askRefund = async (tx: Tx, { side, body, by, now }: Asking, { staff }: Approvers): Promise<Asked> => {
  const { from, mode, paid_to, reason } = body;
  const source = SOURCES[from];
  await source.lock(tx, idAsked(body));
  const { most, unsure, paid_on, name, ...of } = await source.find(tx, idAsked(body), side);
  const amount = body.amount ?? fromPesewas(most);
  if (toPesewas(amount) > most)
    throw refusalAt('refused', 'amount', `At most ${formatMoney(fromPesewas(most))} can be given back.`);
  const status: RefundStatus = 'asked';
  const asking = { status, asked_by: by.accountId, asked_at: now };
  const row = { ...of, side, source: from, amount, mode, paid_to, reason, ...asking };
  const id = await insertRefund(tx, row);
  if (id === undefined) throw new Refusal('conflict', 'A refund of this payment was asked for already.');
  const words = wordsOf(body, { amount, name, day: paid_on, unsure });
  const subject = { kind: 'refund', id, name: words.name };
  await audit(tx, by, { action: 'refunds.ask', subject, after: { amount, mode, reason } }, now);
  const asked = await askApproval(
    tx,
    refundApprovals[side],
    { subject: { id, name: words.name }, input: {}, changes: words.changes, reason, by, now },
    staff,
  );
  return { message: asked.message, refund_id: id, approval_id: asked.id };
};
