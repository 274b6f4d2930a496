import {
  type DriverMerge,
  formatPaidMonth,
  fromPesewas,
  type MergePreview,
  monthCode,
  toPesewas,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { lockPair, mergeRecords, obstaclesOfCars, pairOf, presentedDriver } from '#domains/drivers';
import { countCreditFor, creditOf } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Fee } from '../claims/fee-rules.ts';
import { describeTypes } from '../standing/fee-names.ts';
import {
  countMoneyOf,
  feesPaidByBoth,
  lockMoneyOf,
  moveAttempts,
  moveMoney,
  type StateSum,
  sumsOfDriver,
} from './merge.repo.ts';

type Asked = { id: string; into: string };

/** Why two records cannot be one, a sentence each: a fee that is paid once would be paid twice. */
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

/** Says what merging would move, and what stops it. Refuses as `pairOf` does. */
export const previewMerge = async (db: Db, asked: Asked): Promise<MergePreview> => {
  const { id, into } = asked;
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
    obstacles: [...(await obstaclesOfCars(db, asked)), ...(await obstaclesOf(db, asked))],
  };
};

const merged = async (tx: Tx, asked: Asked, made: { caller: Caller; reason: string; now: Date }): Promise<string> => {
  const { id: from, into } = asked;
  // Payments and uses of credit before their drivers, as everywhere.
  const locked = await lockMoneyOf(tx, from);
  const pair = await lockPair(tx, asked);
  // Drivers are locked by now, so that nothing more comes. What came in between is not locked, and is left for another try.
  if ((await countMoneyOf(tx, from)) !== locked) {
    throw new Refusal('conflict', 'A payment came in at this moment. Please look again, then merge.');
  }
  const obstacles = await obstaclesOf(tx, asked);
  if (obstacles.length > 0) throw new Refusal('conflict', obstacles.join(' '));
  await moveMoney(tx, { from, to: into });
  await moveAttempts(tx, { from, to: into });
  await countCreditFor(tx, { from, into });
  await mergeRecords(tx, pair, made);
  return `${pair.duplicate.driver_code} was merged into ${pair.kept.driver_code}.`;
};

/**
 * Merges a duplicate into the record that stays: its payments, claims, uses of credit and credit become that one's, in one
 * transaction with the records themselves. Entries of the books stay as they are and count for the record that stays; receipts
 * keep the payer that they were printed for. Refused as `pairOf` refuses, and with 409 `conflict` where both have paid a fee
 * that is paid once.
 */
export const mergeDriver = (
  db: Db,
  { caller, id, now }: { caller: Caller; id: string; now: Date },
  { into, reason }: DriverMerge,
): Promise<string> => db.transaction().execute((tx) => merged(tx, { id, into }, { caller, reason, now }));
