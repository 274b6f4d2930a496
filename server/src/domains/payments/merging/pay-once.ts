import { formatDay, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { MergedMoney } from '#db/json-shapes.ts';
import { transition } from '#db/transition.ts';
import { noteHands } from '#domains/approvals';
import { auditAll } from '#domains/audit';
import type { Pair } from '#domains/drivers';
import { post, reverse } from '#domains/ledger';
import { noteOnReceipts } from '#domains/receipts';
import type { Author, Caller } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import { copyUses } from '../credit/credit.repo.ts';
import { creditUses, entryOfUse, nameOfFee } from '../credit/credit-uses.ts';
import { coverAgain, type FreedPayment, insertFreed } from './freed-payments.repo.ts';
import { entryOfFreed, postUnfreed } from './freed-payments.ts';
import type { PaidTwice } from './merge.repo.ts';

type Made = { by: Caller; now: Date };

/** The ids of payments and of uses of credit that pay a fee no more; entries are to be posted. */
export type Freed = { payments: readonly FreedPayment[]; uses: readonly string[] };

const ofKind = (twice: readonly PaidTwice[], kind: PaidTwice['kind']): PaidTwice[] =>
  twice.filter((one) => one.kind === kind);

/** The payments among what pays a fee twice, which another person frees. */
export const paymentsTwice = (twice: readonly PaidTwice[]): PaidTwice[] => ofKind(twice, 'payment');

const wordsOf = ({ duplicate, kept }: Pick<Pair, 'duplicate' | 'kept'>): string =>
  `${duplicate.driver_code} was merged into ${kept.driver_code}, and both had paid it`;

/**
 * Of each fee that both locked records have paid, one payment or use of credit pays it no more.
 * `askedBy` has a hand in the payments from then on, as one who reverses them.
 */
export const payOnce = async (
  tx: Tx,
  twice: readonly PaidTwice[],
  { pair, askedBy, by, now }: Made & { pair: Pair; askedBy: string },
): Promise<Freed> => {
  const [payments, uses] = [paymentsTwice(twice), pluck(ofKind(twice, 'use'), 'id')];
  const reason = wordsOf(pair);
  const freed = payments.length === 0 ? [] : await insertFreed(tx, payments, today(now));
  const entries = payments.map((payment) => ({
    action: 'payments.free' as const,
    subject: { kind: 'payment', id: payment.id, name: payment.transaction_id ?? '' },
    after: { fee: nameOfFee(payment), amount: payment.amount, reason },
  }));
  await auditAll(tx, by, entries, now);
  const subjects = payments.map(({ id }) => ({ kind: 'payment', id }));
  await noteHands(tx, [{ accountId: askedBy, what: 'reversed', subjects }], now);
  await transition(tx, creditUses, { ids: uses, change: 'free', by, reason, now });
  return { payments: freed, uses };
};

/** Posts money that became credit. */
export const postFreed = async (tx: Tx, { payments, uses }: Freed, pair: Pair, made: Made): Promise<void> => {
  const description = `Credit returned: ${wordsOf(pair)}`;
  await reverse(tx, { kind: 'credit use', subjectIds: uses, day: today(made.now), description }, made);
  await post(tx, payments.map(entryOfFreed), made);
  const note = `Credit of ${pair.kept.driver_code} since ${formatDay(today(made.now))}: its fee had been paid already.`;
  await noteOnReceipts(tx, { subjectIds: pluck(payments, 'payment_id'), note });
};

/**
 * Lets what a merge freed pay its fees again, once it is back with its records. A use of credit is
 * made anew, since the books take a record back once.
 */
export const payTwiceAgain = async (
  tx: Tx,
  { freed = [], returned = [] }: MergedMoney,
  { by, now, reason }: { by: Author; now: Date; reason: string },
): Promise<void> => {
  await coverAgain(tx, freed);
  const uses = await copyUses(tx, returned, { day: today(now), now });
  const payments = await postUnfreed(tx, freed, { reason, by, now });
  const entries = [
    ...payments.map((payment) => ({
      action: 'payments.unfree' as const,
      subject: { kind: 'payment', id: payment.payment_id, name: payment.transaction_id },
      after: { amount: payment.amount, reason },
    })),
    ...uses.map((use) => ({
      action: 'credit.use' as const,
      subject: { kind: 'use of credit', id: use.id, name: nameOfFee(use) },
      after: { fee: nameOfFee(use), amount: use.amount, set_off_by: reason },
    })),
  ];
  await auditAll(tx, by, entries, now);
  await post(tx, uses.map(entryOfUse), { by, now });
};
