import {
  type ApprovalKind,
  DriverMerge,
  formatMoney,
  fromPesewas,
  holds,
  Id,
  MoneySum,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import {
  type AnyApproval,
  type Approvers,
  askApproval,
  defineApproval,
  refuseWhileWaiting,
  waitingApproval,
} from '#domains/approvals';
import { lockPair, mergeRecords, type Pair, refuseStrangers } from '#domains/drivers';
import { countCreditFor } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { notPermitted, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { type RecordsOfMoney, recordsOfPayments } from '../credit/refund-credit.ts';
import { payByCredit } from '../credit/settle-credit.ts';
import { forgiving } from '../forgiving/forgiving.ts';
import { followMerge, type MergeFollower, refuseFollowers } from './followers.ts';
import { type LostDebts, lostDebts, mergeInWords } from './lost-debts.ts';
import {
  countedMoneyOf,
  countPaymentsOf,
  lockPaymentsOf,
  moneyOfPayments,
  moveAttempts,
  moveMoney,
  type PaidTwice,
  paidTwice,
} from './merge.repo.ts';
import { paymentsTwice, payOnce, postFreed } from './pay-once.ts';

type Asked = { id: string; into: string };

const LOSING = 'drivers.merge';
/** Another person has to hold the permission to reverse for it. */
const FREEING = 'drivers.merge_paid';
export const MERGES = [LOSING, FREEING] as const;

type Made = {
  caller: Caller;
  reason: string;
  samePerson: string | undefined;
  followers: readonly MergeFollower[];
  now: Date;
};

/** The people who may approve a merge that loses debts or frees payments. */
export type ApproversOfMerges = Approvers & { followers: readonly MergeFollower[] };

/** The locked records of a merge, with the debts that it loses and the fees that both have paid. */
type Locked = { pair: Pair; lost: LostDebts; twice: readonly PaidTwice[] };

/** Locks both records with their payments. */
const lockForMerge = async (tx: Tx, asked: Asked, made: Made): Promise<Locked> => {
  const records = [asked.id, asked.into];
  // Payments are locked before drivers everywhere, those of the kept record too: one of them may
  // become credit.
  const locked = await lockPaymentsOf(tx, records);
  const pair = await lockPair(tx, asked);
  // With the drivers locked nothing more comes; what came in between is not locked, so the person
  // tries again.
  if ((await countPaymentsOf(tx, records)) !== locked) {
    throw new Refusal('conflict', 'A payment has just come in. Please look again, then merge.');
  }
  await refuseFollowers(tx, asked, made.followers);
  refuseStrangers(pair, made.samePerson);
  return { pair, lost: await lostDebts(tx, { ...asked, now: made.now }), twice: await paidTwice(tx, asked) };
};

/** Merges two locked records. */
const merged = async (tx: Tx, { pair, twice }: Locked, made: Made & { askedBy: string }): Promise<string> => {
  const { caller: by, now } = made;
  const [from, into] = [pair.duplicate.id, pair.kept.id];
  const move = { from, to: into };
  const freed = await payOnce(tx, twice, { pair, askedBy: made.askedBy, by, now });
  const counted = await countedMoneyOf(tx, [from, into]);
  const money = {
    ...(await moveMoney(tx, move)),
    ...counted,
    freed: pluck(freed.payments, 'payment_id'),
    returned: freed.uses,
    attempts: await moveAttempts(tx, move),
    followed: await followMerge(tx, move, made.followers),
  };
  await countCreditFor(tx, { from, into });
  await mergeRecords(tx, pair, made, money);
  await postFreed(tx, freed, pair, { by, now });
  await payByCredit(tx, [into], { by, setOffBy: () => 'a merge of two records', now });
  return `${pair.duplicate.driver_code} was merged into ${pair.kept.driver_code}.`;
};

const sumOf = (some: readonly { amount: string }[]): string =>
  formatMoney(fromPesewas(some.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

/** `frees` are payments; older changes that wait have none. `pays` is left out where it is 0.00. */
const AskedMerge = z.strictObject({
  body: DriverMerge,
  lost: MoneySum,
  pays: MoneySum.optional(),
  frees: z.array(Id).default([]),
});

/** The debts that a merge ends, of both records. */
const givenUp = ({ lost: { amount, pays } }: Locked): string => fromPesewas(toPesewas(amount) + toPesewas(pays));

/** Stores the debts that a merge ended among what was given up. */
const noteForgiven = (
  tx: Tx,
  locked: Locked,
  { body: { reason }, ...made }: { body: DriverMerge } & Parameters<typeof forgiving.note>[2],
): Promise<void> => {
  const { duplicate, kept } = locked.pair;
  const subject = mergeInWords(duplicate, kept);
  return forgiving.note(tx, { kind: 'merge', driver_id: kept.id, subject, amount: givenUp(locked), reason }, made);
};

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

const mergeBy = (kind: ApprovalKind, followers: readonly MergeFollower[]) =>
  defineApproval({
    kind,
    input: AskedMerge,
    apply: async (
      tx,
      { input: { body, lost: read, pays = '0.00', frees }, subjectId: id, askedBy, by: caller, isAlone, now },
    ) => {
      const { into, reason, same_person: samePerson } = body;
      const made = { caller, reason, samePerson, followers, now, askedBy: askedBy.accountId };
      const locked = await lockForMerge(tx, { id, into }, made);
      const { lost, twice } = locked;
      if (lost.count > 0 && !holds(caller, 'drivers.merge')) throw notPermitted();
      if (lost.amount !== read) {
        const message = `The merge would now drop debts of ${formatMoney(lost.amount)}.`;
        throw new Refusal('conflict', message);
      }
      if (lost.pays !== pays) {
        const message = `The merge would now pay ${formatMoney(lost.pays)} of what ${locked.pair.kept.driver_code} owes.`;
        throw new Refusal('conflict', message);
      }
      const payments = paymentsTwice(twice);
      if (!isSame(frees, pluck(payments, 'id'))) {
        const money = payments.length === 0 ? 'no payment' : `payments of ${sumOf(payments)}`;
        const message = `The merge would now turn ${money} into credit.`;
        throw new Refusal('conflict', message);
      }
      const message = await merged(tx, locked, made);
      await noteForgiven(tx, locked, { body, askedBy, by: caller, isAlone, now });
      return { message };
    },
  });

/**
 * The merges that another person approves. A hand in a payment that one of them frees keeps from
 * approving it.
 */
export const mergeApprovals = (recordsOfMoney: RecordsOfMoney, followers: readonly MergeFollower[]): AnyApproval[] => [
  mergeBy(LOSING, followers),
  {
    ...mergeBy(FREEING, followers),
    handsIn: async (db, subjectId) => {
      const waiting = await waitingApproval(db, { kind: FREEING, subjectId });
      const asked = AskedMerge.safeParse(waiting?.input);
      return recordsOfPayments(db, await moneyOfPayments(db, asked.data?.frees ?? []), recordsOfMoney);
    },
  },
];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The sentence why a merge waits for another person, or null. */
const whyMergeWaits = async (tx: Tx, locked: Locked, made: { by: Caller; now: Date }): Promise<string | null> => {
  const tooMuch = await forgiving.whyWaits(tx, made, givenUp(locked));
  if (tooMuch !== null) return tooMuch;
  if (locked.lost.count > 0) return 'Debts would be lost by it.';
  return paymentsTwice(locked.twice).length > 0 ? 'Both have paid the same fee.' : null;
};

type Asking = { body: DriverMerge; because: string; by: Caller; now: Date };

/** Asks somebody else to approve a merge. */
const askToMerge = async (
  tx: Tx,
  { pair: { duplicate, kept }, lost, twice }: Locked,
  { body, because, by, now, staff, followers }: Asking & ApproversOfMerges,
): Promise<string> => {
  const subject = { id: duplicate.id, name: duplicate.driver_code };
  const payments = paymentsTwice(twice);
  const debts = `${formatMoney(lost.amount)} for ${counted(lost.count, 'fee')}`;
  const frees = `${sumOf(payments)} of ${counted(payments.length, 'payment')} whose fee both have paid`;
  const changes = [
    { field: 'Record', before: duplicate.driver_code, after: `Part of ${kept.driver_code}` },
    ...(lost.count > 0 ? [{ field: 'Debts', before: debts, after: 'Not owed any more' }] : []),
    ...(toPesewas(lost.pays) > 0n
      ? [{ field: `Debts of ${kept.driver_code}`, before: formatMoney(lost.pays), after: 'Paid by this record' }]
      : []),
    ...(payments.length > 0 ? [{ field: 'Paid twice', before: frees, after: `Credit of ${kept.driver_code}` }] : []),
  ];
  const pays = toPesewas(lost.pays) > 0n && { pays: lost.pays };
  const input = { body, lost: lost.amount, ...pays, frees: pluck(payments, 'id') };
  const asked = { subject, input, changes, because, reason: body.reason, by, now };
  return (await askApproval(tx, mergeBy(payments.length > 0 ? FREEING : LOSING, followers), asked, staff)).message;
};

/**
 * Merges a duplicate into the record that stays: its payments, claims, uses of credit and credit
 * move in one transaction with the records. Entries of the books stay and count for that record;
 * receipts keep the payer they were printed for. Of a fee that both have paid, the money of one
 * becomes credit. Refused as `pairOf` refuses, and with 422 `refused` without evidence that they
 * are one person. A merge with which debts would be lost, a payment becomes credit, or debts of the
 * kept record vanish above what one person may give up, waits for another person's approval.
 */
export const mergeDriver = async (
  tx: Tx,
  { caller, id, now, staff, followers }: { caller: Caller; id: string; now: Date } & ApproversOfMerges,
  body: DriverMerge,
): Promise<string> => {
  const { into, reason, same_person: samePerson } = body;
  const made = { caller, reason, samePerson, followers, now, askedBy: caller.accountId };
  for (const kind of MERGES) await refuseWhileWaiting(tx, kind, id);
  const locked = await lockForMerge(tx, { id, into }, made);
  const because = await whyMergeWaits(tx, locked, { by: caller, now });
  if (because !== null) return askToMerge(tx, locked, { body, because, by: caller, now, staff, followers });
  const message = await merged(tx, locked, made);
  await noteForgiven(tx, locked, { body, askedBy: caller, by: caller, isAlone: false, now });
  return message;
};
