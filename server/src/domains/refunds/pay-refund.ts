import { formatDay, formatMoney, formatPhone, PAYMENT_MODE_LABELS, type RefundChange, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { mobilesOf } from '#domains/drivers';
import { post, reverse } from '#domains/ledger';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Author } from '#lib/caller.ts';
import { existing, refusalAt } from '#lib/refusal.ts';
import { stepRefund } from './refund-changes.ts';
import { SOURCES } from './refund-sources.ts';
import { nextPayoutNumber, type Refund, refundById } from './refunds.repo.ts';
import { entryOfPayout } from './refunds-in-books.ts';

type Changing = { refund: Refund; body: RefundChange; by: Author; now: Date };

/** Hours for which a text about a payout is worth sending. */
const TEXT_HOURS = 48;

/** Tells the driver, if one is known, that the money was paid and to whom. */
const textDriver = async (tx: Tx, refund: Refund, now: Date): Promise<void> => {
  const [driver] = await mobilesOf(tx, refund.driver_id === null ? [] : [refund.driver_id]);
  if (!driver) return;
  const { company_name: company, mobile_numbers } = await readSite(tx);
  const words = await wordsFor(tx, 'refund');
  const text = words({
    company,
    phone: formatPhone(mobile_numbers[0] ?? ''),
    amount: formatMoney(refund.amount),
    paid_by: PAYMENT_MODE_LABELS[refund.mode],
    paid_to: refund.paid_to,
    reference: refund.reference ?? '',
  });
  await queueTexts(tx, [{ to: driver.mobile_number, text, hours: TEXT_HOURS }], now);
};

/** The day of a payout: from its approval to today. */
const payoutDay = (day: string, { approved_at }: Refund, now: Date): string => {
  const first = approved_at === null ? day : today(approved_at);
  if (day >= first && day <= today(now)) return day;
  const message = `It was approved on ${formatDay(first)}: give a day from then on, and not after today.`;
  throw refusalAt('invalid_input', 'paid_on', message);
};

const pay = async (tx: Tx, { refund, body, by, now }: Changing): Promise<string> => {
  const { mode = refund.mode, paid_to = refund.paid_to } = body;
  const paid_on = payoutDay(body.paid_on ?? today(now), refund, now);
  const reference =
    mode === 'cash'
      ? `REFUND${String(await nextPayoutNumber(tx)).padStart(6, '0')}`
      : (body.reference ?? '').toUpperCase();
  const payout = { mode, paid_to, reference, paid_on };
  await stepRefund(tx, 'pay', { id: refund.id, by, with: { payout }, now });
  await SOURCES[refund.source].refusePayout(tx, refund);
  const paid = { ...refund, ...payout };
  // Before the posting, which locks the books.
  await textDriver(tx, paid, now);
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
  await SOURCES[source].putBack(tx, refund, { by, now, reason, book });
  const where = source === 'credit' ? 'is the driver’s credit again' : 'is unallocated money again';
  return `The refund is withdrawn. ${formatMoney(amount)} ${where}.`;
};

/**
 * Notes that an approved refund was paid, or withdraws it. Refused with 404 `not_found`, and 409
 * `conflict` in another state or for a reference that another payout has.
 */
export const changeRefund = async (
  tx: Tx,
  { id, ...asked }: { id: string; body: RefundChange; by: Author; now: Date },
): Promise<string> => {
  const refund = existing(await refundById(tx, id), 'refund');
  const changing = { refund, ...asked };
  return asked.body.change === 'pay' ? pay(tx, changing) : withdraw(tx, changing);
};
