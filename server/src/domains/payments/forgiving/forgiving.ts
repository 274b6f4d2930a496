import { formatMoney, fromPesewas, today, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import type { Forgiving } from '#domains/approvals';
import { countDrivers } from '#domains/drivers';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { owedByDrivers } from '../arrears/owed.ts';
import { forgivenAlone, holdForgiving, insertForgiven } from './forgiven.repo.ts';

/** Above this many drivers a change over all of them is not added up: it takes too long. */
const MOST_ADDED_UP = 5_000;

/** Ends the savepoint of a change that is only tried. */
class Tried extends Error {}

type Of = { drivers: readonly string[] | 'all'; now: Date };

/** Does `work`, and gives the sum by which what the drivers owe falls; null where not added up. */
const fallBy = async <Result>(tx: Tx, { drivers, now }: Of, work: () => Promise<Result>) => {
  const isCounted = drivers !== 'all' || (await countDrivers(tx)) < MOST_ADDED_UP;
  const read = async (): Promise<bigint> => (isCounted ? owedByDrivers(tx, drivers, now) : 0n);
  const before = await read();
  const result = await work();
  const after = await read();
  return { result, sum: isCounted ? fromPesewas(before > after ? before - after : 0n) : null };
};

const isMore = (sum: string | null, asked: string | null): boolean =>
  asked !== null && (sum === null || toPesewas(sum) > toPesewas(asked));

/**
 * Changes that lower what is owed without money: one place says how much, and whether another
 * person must approve it. Rule 9 of docs/product/approvals.md.
 */
export const forgiving: Forgiving = {
  sumOf: async (tx, of, work) => {
    let fall: string | null = null;
    const trial = withSavepoint(tx, async () => {
      fall = (await fallBy(tx, of, work)).sum;
      throw new Tried();
    });
    await trial.catch((error) => {
      if (!(error instanceof Tried)) throw error;
    });
    return fall;
  },
  whyWaits: async (tx, { by, now }, amount, debtors = 'drivers') => {
    if (amount === null) return `All ${debtors} may owe less by it.`;
    if (toPesewas(amount) <= 0n) return null;
    await holdForgiving(tx, by.accountId);
    const before = await forgivenAlone(tx, by.accountId, today(now));
    const { forgive_limit: limit } = await readSite(tx);
    if (toPesewas(before) + toPesewas(amount) <= toPesewas(limit)) return null;
    const withBefore =
      toPesewas(before) > 0n ? ` With the ${formatMoney(before)} that you gave up today, that` : ' That';
    const above = toPesewas(limit) > 0n ? `${withBefore} is above the limit of ${formatMoney(limit)}.` : '';
    return `${formatMoney(amount)} less would be owed.${above}`;
  },
  giveUp: async (tx, forgiven, { drivers, asked = '0.00', ...made }, work) => {
    const { result, sum } = await fallBy(tx, { drivers, now: made.now }, work);
    if (isMore(sum, asked)) {
      const now =
        sum === null ? 'By now more would be given up than' : `By now ${formatMoney(sum)} less would be owed, and not`;
      throw new Refusal('conflict', `${now} ${formatMoney(asked ?? '0.00')}. Please ask for it again.`);
    }
    await forgiving.note(tx, { ...forgiven, amount: sum }, made);
    return result;
  },
  note: async (tx, { amount, reason = null, ...forgiven }, { askedBy, by, isAlone, now }) => {
    if (amount !== null && toPesewas(amount) <= 0n) return;
    const isApproved = isAlone || askedBy.accountId !== by.accountId;
    const people = { asked_by: askedBy.accountId, approved_by: isApproved ? by.accountId : null };
    await insertForgiven(tx, { ...forgiven, amount, reason, ...people, forgiven_on: today(now), forgiven_at: now });
  },
};
