import { fromPesewas, type MergePreview, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { driversById, obstaclesToMerge, pairOf, presentedDriver, sharedDetails } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { readPaymentTypes } from '#domains/prices';
import { existing } from '#lib/refusal.ts';
import { type Fee, feeKey } from '../claims/fee-rules.ts';
import { driversHoldingCredit } from '../credit/credit.repo.ts';
import { afterPaying, feesPaidByCredit, usedFor } from '../credit/due-by-credit.ts';
import { readWaiveUpTo } from '../credit/settle-credit.ts';
import { describeBy, type PaymentTypes, presentFee } from '../standing/due-fees.ts';
import { readStandings } from '../standing/read-standings.ts';
import { type DriverFee, feesOfDrivers } from '../standing/standing.repo.ts';
import { type MergeFollower, obstaclesOfFollowers } from './followers.ts';
import { lostDebts } from './lost-debts.ts';
import { type PaidTwice, paidTwice, type StateSum, sumsOfDriver } from './merge.repo.ts';
import { MERGES } from './merge-driver.ts';

type Asked = { id: string; into: string; now: Date };

const sumOf = (sums: readonly StateSum[], states: readonly string[]) => {
  const some = sums.filter(({ status }) => states.includes(status));
  return {
    count: some.reduce((count, one) => count + one.count, 0),
    amount: fromPesewas(some.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)),
  };
};

/** A record's fees once some of its money pays them no more: payments are credit then. */
const feesWithout = (fees: readonly DriverFee[], twice: readonly PaidTwice[]): DriverFee[] => {
  const uses = new Set(twice.filter(({ kind }) => kind === 'use').map(({ id }) => id));
  const freed = new Set(twice.filter(({ kind }) => kind === 'payment').map(feeKey));
  const isFreed = (fee: DriverFee) => fee.status === 'cleared' && !fee.is_credit && freed.has(feeKey(fee));
  return fees
    .filter(({ credit_use_id }) => credit_use_id === null || !uses.has(credit_use_id))
    .map((fee) => (fee.credit_use_id === null && isFreed(fee) ? { ...fee, is_credit: true } : fee));
};

type Named = (fee: Fee) => ReturnType<typeof presentFee>;

/** The kept record's credit with the money of both, and the fees that it pays by itself. */
const creditAfter = async (
  db: Db,
  { id, into, now }: Asked,
  { twice, types, named }: { twice: readonly PaidTwice[]; types: PaymentTypes; named: Named },
): Promise<MergePreview['credit_after']> => {
  const both = [id, into];
  const fees = await feesOfDrivers(db, both);
  const merged = both.flatMap((one) =>
    feesWithout(
      fees.get(one) ?? [],
      twice.filter(({ driver_id }) => driver_id === one),
    ),
  );
  const credits = await creditOf(db, both);
  const had = both.map((one) => credits.get(one) ?? 0n);
  const credit = [...had, ...twice.map(({ amount }) => toPesewas(amount))].reduce((sum, more) => sum + more, 0n);
  const kept = existing((await driversById(db, [into]))[0], 'driver');
  const known = { types, credits: new Map([[into, credit]]), fees: new Map([[into, merged]]) };
  const facts = existing((await readStandings(db, [kept], today(now), known)).get(into), 'driver');
  const isHeld = (await driversHoldingCredit(db, both)).size > 0;
  const paid = isHeld ? [] : feesPaidByCredit(facts, { types, waiveUpTo: await readWaiveUpTo(db) });
  const left = afterPaying(facts, paid).credit;
  return {
    pays: paid.map((fee) => ({ ...named(fee), amount: usedFor(fee), waived: fee.waived })),
    left: fromPesewas(left),
    is_held: isHeld && left > 0n,
  };
};

/** Previews what a merge would move, and what prevents it. Refuses as `pairOf` does. */
export const previewMerge = async (
  db: Db,
  asked: Asked,
  followers: readonly MergeFollower[],
): Promise<MergePreview> => {
  const { id, into } = asked;
  const waiting = await Promise.all(MERGES.map((kind) => waitingApproval(db, { kind, subjectId: id })));
  const found = [await presentedDriver(db, id), await presentedDriver(db, into)].filter((one) => one !== null);
  const { duplicate, kept } = pairOf(found, asked);
  const sums = await sumsOfDriver(db, id);
  const credit = (await creditOf(db, [id])).get(id) ?? 0n;
  const twice = await paidTwice(db, asked);
  const types = await readPaymentTypes(db);
  const describe = describeBy(types);
  const named: Named = (fee) => presentFee(fee, describe(fee.type_code));
  const codes = new Map([duplicate, kept].map((driver) => [driver.id, driver.driver_code]));
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
    paid_twice: twice.map((one) => ({
      ...named(one),
      amount: one.amount,
      driver_code: codes.get(one.driver_id) ?? '',
      transaction_id: one.transaction_id,
    })),
    credit_after: await creditAfter(db, asked, { twice, types, named }),
    common: await sharedDetails(db, asked),
    obstacles: [
      ...(waiting.some(Boolean) ? [`A merge of ${duplicate.driver_code} waits for approval already.`] : []),
      ...(await obstaclesToMerge(db, asked)),
      ...(await obstaclesOfFollowers(db, asked, followers)),
    ],
  };
};
