import { CLEARANCE_REACH, fromPesewas, isWaiting, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { RELATIONS } from './case-relations.ts';
import { countCases } from './cases.repo.ts';

/** How many cases wait and what they come to, in all and by reason. */
export const clearanceFigures = async (db: Db) => {
  const counted = await countCases(db, RELATIONS);
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  const amount = fromPesewas(counted.reduce((sum, one) => sum + toPesewas(one.amount), 0n));
  const reasons = counted.flatMap(({ reason, ...figure }) => (isWaiting(reason) ? [{ reason, ...figure }] : []));
  return { all: { count, amount }, reasons, is_cut: count >= CLEARANCE_REACH };
};
