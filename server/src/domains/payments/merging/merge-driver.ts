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
import {
  askApproval,
  defineApproval,
  refuseWhileWaiting,
  type StaffHolders,
  waitingApproval,
} from '#domains/approvals';
import {
  lockPair,
  mergeRecords,
  obstaclesToMerge,
  type Pair,
  pairOf,
  presentedDriver,
  refuseStrangers,
  sharedDetails,
} from '#domains/drivers';
import { countCreditFor, creditOf } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Fee } from '../claims/fee-rules.ts';
import { payByCredit } from '../credit/settle-credit.ts';
import { describeTypes } from '../standing/due-fees.ts';
import { lostDebts } from './lost-debts.ts';
import {
  countedMoneyOf,
  countPaymentsOf,
  feesPaidByBoth,
  lockPaymentsOf,
  moveAttempts,
  moveMoney,
  type StateSum,
  sumsOfDriver,
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
