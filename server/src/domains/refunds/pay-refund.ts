import {
  formatMoney,
  MISSING_REFERENCE,
  PAYMENT_MODE_LABELS,
  type PayerSide,
  type RefundChange,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type Approvers, refuseOwnHands, refusePayoutDay, type StaffHolders } from '#domains/approvals';
import { mobilesOf } from '#domains/drivers';
import { holdBooks, post, reverse } from '#domains/ledger';
import { queueTexts, wordsFor } from '#domains/messages';
import { landPayersOf } from '#domains/payments';
import { officePhone, readSite } from '#domains/site';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, refusalAt } from '#lib/refusal.ts';
import { stepRefund } from './refund-changes.ts';
import { REFUND_SIDES } from './refund-sides.ts';
import { SOURCES } from './refund-sources.ts';
import { nextPayoutNumber, type Refund, refundOfSide } from './refunds.repo.ts';
import { entryOfPayout } from './refunds-in-books.ts';
import { askToWriteOff, recoverRefund } from './settle-owed.ts';

type Changing = { refund: Refund; body: RefundChange; by: Author; now: Date };

/** Hours for which a text about a payout is worth sending. */
const TEXT_HOURS = 48;

/** The number of the driver, or of the payer of the land side; null where none is known. */
const numberOfPayer = async (tx: Tx, { driver_id, payment_id }: Refund): Promise<string | null> => {
  if (driver_id !== null) return (await mobilesOf(tx, [driver_id]))[0]?.mobile_number ?? null;
  return payment_id === null ? null : ((await landPayersOf(tx, [payment_id])).get(payment_id)?.number ?? null);
};

/** Tells the driver or payer, if a number is known, that the money was paid and to whom. */
const textPayer = async (tx: Tx, refund: Refund, now: Date): Promise<void> => {
  const to = await numberOfPayer(tx, refund);
  if (to === null) return;
  const site = await readSite(tx);
  const words = await wordsFor(tx, 'refund');
  const text = words({
    company: site.company_name,
    phone: officePhone(site),
    amount: formatMoney(refund.amount),
    paid_by: PAYMENT_MODE_LABELS[refund.mode],
    paid_to: refund.paid_to,
    reference: refund.reference ?? '',
  });
  await queueTexts(tx, [{ to, text, hours: TEXT_HOURS }], now);
};

/** Its payout as a decision, in which whoever asked for the refund has a hand. */
export const payoutOf = ({ asked_by, side }: Refund, { by, now }: { by: Author; now: Date }) => {
  const hands = [{ account_id: asked_by, what: 'asked' as const }];
  return { subjects: [], hands, by, needs: REFUND_SIDES[side].refund, now };
};

const referenceOf = async (tx: Tx, { mode }: Refund, { reference }: RefundChange): Promise<string> => {
  if (mode === 'cash') return `REFUND${String(await nextPayoutNumber(tx)).padStart(6, '0')}`;
  if (reference === undefined) throw refusalAt('invalid_input', 'reference', MISSING_REFERENCE);
  return reference.toUpperCase();
};

const pay = async (tx: Tx, { refund, body, by, now }: Changing, staff: StaffHolders): Promise<string> => {
  const paid_on = body.paid_on ?? today(now);
  const reference = await referenceOf(tx, refund, body);
  const payout = { reference, paid_on };
  await stepRefund(tx, 'pay', { id: refund.id, by, with: { payout }, now });
  const subject = { kind: 'refund', id: refund.id, name: formatMoney(refund.amount) };
  await refuseOwnHands(tx, { ...payoutOf(refund, { by, now }), decides: { action: 'refunds.pay', subject } }, staff);
  await SOURCES[refund.source].refusePayout(tx, refund);
  const paid = { ...refund, ...payout, ended_by: by.accountId };
  // Before the books are locked.
  await textPayer(tx, paid, now);
  const { open_from } = await holdBooks(tx);
  refusePayoutDay(paid_on, refund, { openFrom: open_from, now });
  await post(tx, [entryOfPayout(paid)], { by, now });
  return `Noted: ${formatMoney(refund.amount)} was paid, reference ${reference}.`;
};

const withdraw = async (tx: Tx, { refund, body, by, now }: Changing): Promise<string> => {
  const { id, source, amount } = refund;
  const { reason = '' } = body;
  await stepRefund(tx, 'withdraw', { id, by, reason, now });
  const book = () =>
    reverse(
      tx,
      { kind: 'refund', subjectIds: [id], day: today(now), description: `Refund withdrawn: ${reason}` },
      { by, now },
    );
  const where = await SOURCES[source].putBack(tx, refund, { by, now, reason, book });
  return `The refund is withdrawn. ${formatMoney(amount)} ${where}.`;
};

/**
 * Notes that an approved refund of a side was paid, withdraws it, or settles one that is owed back.
 * Refused with 404 `not_found`, also for one of the other side, with 403 `not_permitted` for a
 * payout by whoever asked for it, and with 409 `conflict` in another state or for a reference that
 * another payout has.
 */
export const changeRefund = async (
  tx: Tx,
  { id, side, ...asked }: { id: string; side: PayerSide; body: RefundChange; by: Caller; now: Date },
  { staff }: Approvers,
): Promise<string> => {
  const refund = existing(await refundOfSide(tx, id, side), 'refund');
  const changing = { refund, ...asked };
  const { change, reason = '', transaction_id = '' } = asked.body;
  switch (change) {
    case 'pay':
      return pay(tx, changing, staff);
    case 'withdraw':
      return withdraw(tx, changing);
    case 'recover':
      return recoverRefund(tx, { id, side, ...asked }, transaction_id);
    case 'write_off':
      return askToWriteOff(tx, { id, side, ...asked }, { reason, staff });
  }
};
