import {
  DriverMerge,
  formatMoney,
  formatPaidMonth,
  fromPesewas,
  type MergePreview,
  MoneySum,
  monthCode,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { MergedMoney } from '#db/json-shapes.ts';
import {
  askApproval,
  defineApproval,
  refuseWhileWaiting,
  type StaffHolders,
  waitingApproval,
} from '#domains/approvals';
import {
  isRepeat,
  lockMerge,
  lockPair,
  mergeOf,
  mergeRecords,
  obstaclesToMerge,
  type Pair,
  pairOf,
  presentedDriver,
  refuseStrangers,
  separateRecords,
  sharedDetails,
} from '#domains/drivers';
import { countCreditApart, countCreditFor, creditOf } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import type { Fee } from '../claims/fee-rules.ts';
import { payByCredit, postSettled, returnOwnUses, settleCredit } from '../credit/settle-credit.ts';
import { describeTypes } from '../standing/due-fees.ts';
import { lostDebts } from './lost-debts.ts';
import {
  countedMoneyOf,
  countPaymentsOf,
  feesPaidByBoth,
  lockPaymentsOf,
  moveAttempts,
  moveAttemptsBack,
  moveMoney,
  moveMoneyBack,
  type StateSum,
  sumsOfDriver,
  transactionIdsOf,
} from './merge.repo.ts';

type Asked = { id: string; into: string };

/** Reasons against merging two records: a fee that is paid once would be paid twice. */
const obstaclesOf = async (db: Db, { id, into }: Asked): Promise<string[]> => {
  const fees = await feesPaidByBoth(db, id, into);
  const describe = await describeTypes(db);
  const nameOf = ({ type_code, payment_year, payment_month }: Fee): string =>
    [describe(type_code).toLowerCase(), formatPaidMonth({ payment_year, payment_month: monthCode(payment_month) })]
      .filter((part) => part !== '')
      .join(', ');
  if (fees.length === 0) return [];
  return [
    `Both records have paid: ${fees.map(nameOf).join('; ')}. Of each, reverse one of the payments first, or return the ` +
      'credit that paid it; once the records are one, that money can be cleared as credit.',
  ];
};

const sumOf = (sums: readonly StateSum[], states: readonly string[]) => {
  const some = sums.filter(({ status }) => states.includes(status));
  return {
    count: some.reduce((count, one) => count + one.count, 0),
    amount: fromPesewas(some.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)),
  };
};

const LOSING = 'drivers.merge';

/** Previews what a merge would move, and what prevents it. Refuses as `pairOf` does. */
export const previewMerge = async (db: Db, asked: Asked & { now: Date }): Promise<MergePreview> => {
  const { id, into } = asked;
  const waiting = await waitingApproval(db, { kind: LOSING, subjectId: id });
  const found = [await presentedDriver(db, id), await presentedDriver(db, into)].filter((one) => one !== null);
  const { duplicate, kept } = pairOf(found, asked);
  const sums = await sumsOfDriver(db, id);
  const credit = (await creditOf(db, [id])).get(id) ?? 0n;
  return {
    duplicate,
    kept,
    moves: {
      cleared: sumOf(sums, ['cleared']),
      waiting: sumOf(sums, ['submitted']),
      ended: sumOf(sums, ['rejected', 'reversed']),
      credit: fromPesewas(credit),
    },
    lost: await lostDebts(db, asked),
    common: await sharedDetails(db, asked),
    obstacles: [
      ...(waiting ? [`A merge of ${duplicate.driver_code} waits for approval already.`] : []),
      ...(await obstaclesToMerge(db, asked)),
      ...(await obstaclesOf(db, asked)),
    ],
  };
};

type Made = { caller: Caller; reason: string; samePerson: string | undefined; now: Date };

/** The people who may approve a merge that loses debts. */
export type ApproversOfMerges = { staff: StaffHolders };

type Lost = Awaited<ReturnType<typeof lostDebts>>;

/** Locks both records with the duplicate's payments, and gives the debts that would be lost. */
const lockForMerge = async (tx: Tx, asked: Asked, made: Made): Promise<{ pair: Pair; lost: Lost }> => {
  const { id: from } = asked;
  // Payments are locked before drivers everywhere.
  const locked = await lockPaymentsOf(tx, from);
  const pair = await lockPair(tx, asked);
  // With the drivers locked nothing more comes; what came in between is not locked, so the person
  // tries again.
  if ((await countPaymentsOf(tx, from)) !== locked) {
    throw new Refusal('conflict', 'A payment came in at this moment. Please look again, then merge.');
  }
  refuseStrangers(pair, made.samePerson);
  const obstacles = await obstaclesOf(tx, asked);
  if (obstacles.length > 0) throw new Refusal('conflict', obstacles.join(' '));
  return { pair, lost: await lostDebts(tx, { ...asked, now: made.now }) };
};

/** Merges two locked records. */
const merged = async (tx: Tx, pair: Pair, made: Made): Promise<string> => {
  const [from, into] = [pair.duplicate.id, pair.kept.id];
  const move = { from, to: into };
  const counted = await countedMoneyOf(tx, [from, into]);
  const money = { ...(await moveMoney(tx, move)), ...counted, attempts: await moveAttempts(tx, move) };
  await countCreditFor(tx, { from, into });
  await mergeRecords(tx, pair, made, money);
  await payByCredit(tx, [into], { by: made.caller, setOffBy: () => 'a merge of two records', now: made.now });
  return `${pair.duplicate.driver_code} was merged into ${pair.kept.driver_code}.`;
};

/** A merge with which debts would be lost. */
export const losingMerge = defineApproval({
  kind: LOSING,
  input: z.strictObject({ body: DriverMerge, lost: MoneySum }),
  apply: async (tx, { input: { body, lost: read }, subjectId: id, by: caller, now }) => {
    const { into, reason, same_person: samePerson } = body;
    const made = { caller, reason, samePerson, now };
    const { pair, lost } = await lockForMerge(tx, { id, into }, made);
    if (lost.amount !== read) {
      const message = `With the merge ${formatMoney(lost.amount)} would not be owed any more by now.`;
      throw new Refusal('conflict', message);
    }
    return { message: await merged(tx, pair, made) };
  },
});

/** Asks somebody else to approve that debts are lost. */
const askToLose = async (
  tx: Tx,
  { pair: { duplicate, kept }, lost }: { pair: Pair; lost: Lost },
  { body, by, now, staff }: { body: DriverMerge; by: Caller; now: Date } & ApproversOfMerges,
): Promise<string> => {
  const subject = { id: duplicate.id, name: duplicate.driver_code };
  const fees = `${formatMoney(lost.amount)} for ${lost.count === 1 ? '1 fee' : `${lost.count} fees`}`;
  const changes = [
    { field: 'Record', before: duplicate.driver_code, after: `Part of ${kept.driver_code}` },
    { field: 'Debts', before: fees, after: 'Not owed any more' },
  ];
  const input = { body, lost: lost.amount };
  return (await askApproval(tx, losingMerge, { subject, input, changes, reason: body.reason, by, now }, staff)).message;
};

/**
 * Merges a duplicate into the record that stays: its payments, claims, uses of credit and credit
 * move in one transaction with the records. Entries of the books stay and count for that record;
 * receipts keep the payer they were printed for. Refused as `pairOf` refuses, with 409 `conflict`
 * if both paid a fee that is paid once, and 422 `refused` without evidence that they are one
 * person. A merge with which debts would be lost waits for another person's approval.
 */
export const mergeDriver = (
  db: Db,
  { caller, id, now, staff }: { caller: Caller; id: string; now: Date } & ApproversOfMerges,
  body: DriverMerge,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { into, reason, same_person: samePerson } = body;
    const made = { caller, reason, samePerson, now };
    await refuseWhileWaiting(tx, LOSING, id);
    const locked = await lockForMerge(tx, { id, into }, made);
    if (locked.lost.count > 0) return askToLose(tx, locked, { body, by: caller, now, staff });
    return merged(tx, locked.pair, made);
  });

const without = (some: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return some.filter((id) => !known.has(id));
};

/** The reason against taking a merge back: money that was decided on since; or null. */
const moneyOnMerge = async (tx: Tx, money: MergedMoney, kept: { id: string; driver_code: string }) => {
  const { driver_code } = kept;
  const now = await countedMoneyOf(tx, [kept.id]);
  const [cleared, ended] = [without(now.cleared, money.cleared), without(money.cleared, now.cleared)];
  const list = async (ids: readonly string[]) => (await transactionIdsOf(tx, ids)).join(', ');
  if (cleared.length > 0) {
    return `Since the merge money was cleared for ${driver_code}: ${await list(cleared)}. Reverse that first.`;
  }
  if (ended.length > 0) {
    return `Since the merge a payment of ${driver_code} was reversed: ${await list(ended)}. So the merge is not taken back any more.`;
  }
  if (without(now.used, money.used).length > 0) {
    return `Since the merge credit of ${driver_code} paid a fee. Give that back first.`;
  }
  return without(money.used, now.used).length > 0
    ? `Since the merge a fee that credit had paid was given back to ${driver_code}. So the merge is not taken back any more.`
    : null;
};

const takenBack = async (tx: Tx, { caller, id, now }: { caller: Caller; id: string; now: Date }): Promise<string> => {
  const merge = await mergeOf(tx, id);
  if (!merge) {
    const driver = existing(await presentedDriver(tx, id), 'driver');
    const { driver_code } = driver;
    const message = driver.merged_into
      ? `${driver_code} was merged more than a day ago, so that is not taken back any more.`
      : `${driver_code} is not merged into another record.`;
    throw new Refusal('conflict', message);
  }
  // Locked as in a merge; money that comes in between stays with the kept record.
  await lockPaymentsOf(tx, merge.kept_id);
  const taking = await lockMerge(tx, merge, now);
  const { duplicate, kept, before } = taking;
  const made = { by: caller, now, reason: `${duplicate.driver_code} became a record of its own again` };
  const returned = await returnOwnUses(tx, kept.id, before.money.used, made);
  const sentence = await moneyOnMerge(tx, before.money, kept);
  if (sentence) throw new Refusal('conflict', sentence);
  // The records are separated first, since a merged record can have no payment.
  await separateRecords(tx, taking, { caller, now });
  const move = { from: duplicate.id, to: kept.id };
  await moveMoneyBack(tx, before.money, move);
  await moveAttemptsBack(tx, before.money.attempts, move);
  await countCreditApart(tx, { id: duplicate.id, merged: before.merged });
  const credits = new Map(await creditOf(tx, [duplicate.id, kept.id]));
  for (const { amount } of returned) credits.set(kept.id, (credits.get(kept.id) ?? 0n) + toPesewas(amount));
  const settled = await settleCredit(tx, credits, {
    ...made,
    debt: 'none',
    setOffBy: () => 'a merge that was taken back',
  });
  await postSettled(tx, { ...settled, returned: [...returned, ...settled.returned] }, made);
  return `${duplicate.driver_code} is a record of its own again, with what it had before the merge.`;
};

/**
 * Undoes a merge within a day, in one transaction: payments, claims, uses of credit, credit and
 * records are as before. What credit has paid by itself since is returned first. Refused with 404
 * `not_found`, and 409 `conflict` if later work depends on the merge.
 */
export const takeMergeBack = async (db: Db, asked: { caller: Caller; id: string; now: Date }): Promise<string> => {
  const takeBack = () => db.transaction().execute((tx) => takenBack(tx, asked));
  try {
    return await takeBack();
  } catch (error) {
    // Another call took the car or a number; the second try words the refusal.
    if (isRepeat(error)) return takeBack();
    throw error;
  }
};
