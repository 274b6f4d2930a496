import {
  type AskedChange,
  formatDay,
  formatMoney,
  fromPesewas,
  PAYMENT_MODE_LABELS,
  type RefundAsked,
  type RefundStatus,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, type StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { keptRecord, lockDrivers } from '#domains/drivers';
import { post } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { stepRefund } from './refund-changes.ts';
import { SOURCES, unsureInWords } from './refund-sources.ts';
import { insertRefund, refundById } from './refunds.repo.ts';
import { entryOfRefund } from './refunds-in-books.ts';

const ENDED = {
  refuse: 'Refused',
  withdraw: 'Withdrawn by whoever asked for it',
  expire: 'It could not be given back any more',
} as const;

/** A refund, which another person without a hand in its money approves. */
export const refundApproval = defineApproval({
  kind: 'money.refund',
  input: z.strictObject({}),
  apply: async (tx, { subjectId: id, by, isAlone, now }) => {
    const found = existing(await refundById(tx, id), 'refund');
    // A merge at this moment takes the credit to the record that is kept.
    if (found.source === 'credit' && found.driver_id !== null) await lockDrivers(tx, [found.driver_id]);
    const driver_id = found.driver_id === null ? null : await keptRecord(tx, found.driver_id);
    await stepRefund(tx, 'approve', { id, by, with: { approved: { driverId: driver_id, isAlone } }, now });
    const refund = { ...found, driver_id, approved_at: now };
    await SOURCES[refund.source].take(tx, refund, { by, now });
    await post(tx, [entryOfRefund(refund)], { by, now });
    return { message: `The refund of ${formatMoney(refund.amount)} is approved. It is to be paid now.` };
  },
  handsIn: async (db, id) => {
    const refund = existing(await refundById(db, id), 'refund');
    return SOURCES[refund.source].handsIn(db, refund);
  },
  facts: async (db, id) => {
    const { paid_to } = existing(await refundById(db, id), 'refund');
    return [{ field: 'To', before: '', after: paid_to, to: `/refunds/${id}` }];
  },
  ended: async (tx, { subjectId: id, how, reason, by, now }) => {
    const said = reason === undefined ? ENDED[how] : `${ENDED[how]}: ${reason}`;
    await stepRefund(tx, 'refuse', { id, by, reason: said, now });
  },
});

export type ApproversOfRefunds = { staff: StaffHolders };

type Asking = { body: RefundAsked; by: Caller; now: Date };
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
 * Asks for a refund, which another person approves. Refused with 404 `not_found`, 409 `conflict`
 * where nothing can be given back, and 422 `refused` for more than there is.
 */
export const askRefund = async (tx: Tx, { body, by, now }: Asking, { staff }: ApproversOfRefunds): Promise<Asked> => {
  const { from, mode, paid_to, reason } = body;
  const source = SOURCES[from];
  await source.lock(tx, idAsked(body));
  const { most, unsure, paid_on, name, ...of } = await source.find(tx, idAsked(body));
  const amount = body.amount ?? fromPesewas(most);
  if (toPesewas(amount) > most)
    throw refusalAt('refused', 'amount', `At most ${formatMoney(fromPesewas(most))} can be given back.`);
  const status: RefundStatus = 'asked';
  const row = { ...of, source: from, amount, mode, paid_to, reason, status, asked_by: by.accountId, asked_at: now };
  const id = await insertRefund(tx, row);
  if (id === undefined) throw new Refusal('conflict', 'A refund of this payment was asked for already.');
  const words = wordsOf(body, { amount, name, day: paid_on, unsure });
  const subject = { kind: 'refund', id, name: words.name };
  await audit(tx, by, { action: 'refunds.ask', subject, after: { amount, mode, reason } }, now);
  const asked = await askApproval(
    tx,
    refundApproval,
    { subject: { id, name: words.name }, input: {}, changes: words.changes, reason, by, now },
    staff,
  );
  return { message: asked.message, refund_id: id, approval_id: asked.id };
};
