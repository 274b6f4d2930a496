import { formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countHands } from '#domains/approvals';
import { keptHands } from './book-checks.repo.ts';

/**
 * Describes hands and lone decisions that were deleted since a check counted them. Both are never
 * removed, and without them a person decides about their own money (docs/product/approvals.md, 4).
 */
export const findLostHands = async (db: Db): Promise<string[]> => {
  const kept = await keptHands(db);
  if (kept === null) return [];
  const left = await countHands(db, kept);
  const when = formatInstant(kept.at.toISOString());
  const lost = (what: string, was: string, is: string): string[] =>
    BigInt(is) < BigInt(was) ? [`Of ${was} ${what} that the check of ${when} counted, ${is} are left.`] : [];
  return [
    ...lost('hands in records', kept.hand_count, left.hand_count),
    ...lost('decisions made alone', kept.alone_count, left.alone_count),
  ];
};
