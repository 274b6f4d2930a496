import { formatMoney, fromPesewas, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import type { Forgiving } from '#domains/approvals';
import { countDrivers } from '#domains/drivers';
import { readSite } from '#domains/site';
import { owedByDrivers } from '../arrears/owed.ts';
import { forgivenAlone, holdForgiving, insertForgiven } from './forgiven.repo.ts';

/** Above this many drivers a change over all of them is not added up: it takes too long. */
const MOST_ADDED_UP = 5_000;

/** Ends the savepoint of a change that is only tried. */
class Tried extends Error {}

const tried = async (tx: Tx, work: () => Promise<unknown>, read: () => Promise<bigint>): Promise<bigint> => {
  let sum = 0n;
  const trial = withSavepoint(tx, async () => {
    await work();
    sum = await read();
    throw new Tried();
  });
  await trial.catch((error) => {
    if (!(error instanceof Tried)) throw error;
  });
  return sum;
};

const isCounted = async (db: Db, drivers: readonly string[] | 'all'): Promise<boolean> =>
  drivers !== 'all' || (await countDrivers(db)) < MOST_ADDED_UP;

/**
 * Changes that lower what is owed without money: one place says how much, and whether another
 * person must approve it. Rule 9 of docs/product/approvals.md.
 */
export const forgiving: Forgiving = {
  sumOf: async (tx, { drivers, now }, work) => {
    if (!(await isCounted(tx, drivers))) return null;
    const read = () => owedByDrivers(tx, drivers, now);
    const before = await read();
    const after = await tried(tx, work, read);
    return fromPesewas(before > after ? before - after : 0n);
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
    return `${formatMoney(amount)} of what is owed is given up by it.${above}`;
  },
  note: async (tx, { amount, reason = null, ...forgiven }, { askedBy, by, isAlone, now }) => {
    if (amount !== null && toPesewas(amount) <= 0n) return;
    const isApproved = isAlone || askedBy.accountId !== by.accountId;
    const people = { asked_by: askedBy.accountId, approved_by: isApproved ? by.accountId : null };
    await insertForgiven(tx, { ...forgiven, amount, reason, ...people, forgiven_on: today(now) });
  },
};
