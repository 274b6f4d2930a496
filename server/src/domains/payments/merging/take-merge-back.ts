import { toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { MergedMoney } from '#db/json-shapes.ts';
import { isRepeat, lockMerge, mergeOf, presentedDriver, separateRecords } from '#domains/drivers';
import { countCreditApart, creditOf } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { postSettled, returnOwnUses, settleCredit } from '../credit/settle-credit.ts';
import { takeBackForgiven } from '../forgiving/forgiven.repo.ts';
import { followBack, type MergeFollower } from './followers.ts';
import { mergeInWords } from './lost-debts.ts';
import { countedMoneyOf, lockPaymentsOf, moveAttemptsBack, moveMoneyBack, transactionIdsOf } from './merge.repo.ts';
import { payTwiceAgain } from './pay-once.ts';

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
    return `Since the merge a payment of ${driver_code} was reversed: ${await list(ended)}. So the merge can no longer be taken back.`;
  }
  if (without(now.used, money.used).length > 0) {
    return `Since the merge credit of ${driver_code} paid a fee. Give that back first.`;
  }
  return without(money.used, now.used).length > 0
    ? `Since the merge a fee that credit had paid was given back to ${driver_code}. So the merge can no longer be taken back.`
    : null;
};

type TakingBack = { caller: Caller; id: string; followers: readonly MergeFollower[]; now: Date };

const takenBack = async (tx: Tx, { caller, id, followers, now }: TakingBack): Promise<string> => {
  const merge = await mergeOf(tx, id);
  if (!merge) {
    const driver = existing(await presentedDriver(tx, id), 'driver');
    const { driver_code } = driver;
    const message = driver.merged_into
      ? `${driver_code} was merged more than a day ago, so the merge can no longer be taken back.`
      : `${driver_code} is not merged into another record.`;
    throw new Refusal('conflict', message);
  }
  // Locked as in a merge; money that comes in between stays with the kept record.
  await lockPaymentsOf(tx, [merge.kept_id]);
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
  await followBack(tx, before.money.followed ?? {}, { move, followers });
  await countCreditApart(tx, { id: duplicate.id, merged: before.merged });
  await payTwiceAgain(tx, before.money, made);
  const credits = new Map(await creditOf(tx, [duplicate.id, kept.id]));
  for (const { amount } of returned) credits.set(kept.id, (credits.get(kept.id) ?? 0n) + toPesewas(amount));
  const settled = await settleCredit(tx, credits, {
    ...made,
    debt: 'none',
    setOffBy: () => 'a merge that was taken back',
  });
  await postSettled(tx, { ...settled, returned: [...returned, ...settled.returned] }, made);
  await takeBackForgiven(tx, { driverId: kept.id, subject: mergeInWords(duplicate, kept) }, made.reason);
  return `${duplicate.driver_code} is a record of its own again, with what it had before the merge.`;
};

/**
 * Undoes a merge within a day, in one transaction: payments, claims, uses of credit, credit and
 * records are as before. What credit has paid by itself since is returned first. Refused with 404
 * `not_found`, and 409 `conflict` if later work depends on the merge.
 */
export const takeMergeBack = async (db: Db, asked: TakingBack): Promise<string> => {
  const takeBack = () => db.transaction().execute((tx) => takenBack(tx, asked));
  try {
    return await takeBack();
  } catch (error) {
    // Another call took the car or a number; the second try words the refusal.
    if (isRepeat(error)) return takeBack();
    throw error;
  }
};
