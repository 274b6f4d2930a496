import { fromPesewas, isWaiting, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { RELATIONS } from './case-relations.ts';
import { countCases, countWaiting } from './cases.repo.ts';

/** How many cases wait for somebody: the number of the page, its list, the dashboard and the menu. */
export const countWaitingCases = (db: Db): Promise<{ count: number; isCut: boolean }> => countWaiting(db, RELATIONS);

/** How many cases wait and what they come to, in all and by reason. */
export const clearanceFigures = async (db: Db) => {
  const counted = await countCases(db, RELATIONS);
  const { count, isCut } = await countWaitingCases(db);
  const amount = fromPesewas(counted.reduce((sum, one) => sum + toPesewas(one.amount), 0n));
  const reasons = counted.flatMap(({ reason, ...figure }) => (isWaiting(reason) ? [{ reason, ...figure }] : []));
  return { all: { count, amount }, reasons, is_cut: isCut };
};
