import { type SubjectCount, spanOf } from './limits.repo.ts';

/** Subjects that calls are kept for at most. Beyond it all of them are dropped, which costs their owners a block each. */
const MOST_SUBJECTS = 20_000;

/** The calls that a server takes of a limit at a time: a tenth of them, or fewer where that does not divide the limit. */
const blockOf = (max: number): number => {
  for (let block = Math.floor(max / 10); block > 1; block -= 1) if (max % block === 0) return block;
  return 1;
};

type Hand = { starts: number; left: number };

/**
 * Calls that this server has counted ahead in the database, so that most calls of a signed-in person write nothing. A limit
 * holds across servers all the same: blocks divide it, so that servers never take more than it has. A caller who changes
 * servers may find it full by a block early for each of the others.
 */
export const callsInHand = () => {
  const hands = new Map<string, Hand>();

  const handOf = ({ limit, subject }: SubjectCount, now: Date): Hand => {
    const key = `${limit.name} ${subject}`;
    const starts = spanOf(limit, now).getTime();
    const known = hands.get(key);
    if (known?.starts === starts) return known;
    if (hands.size >= MOST_SUBJECTS) hands.clear();
    const hand = { starts, left: 0 };
    hands.set(key, hand);
    return hand;
  };

  return {
    /** Uses a call of each count that has one in hand; of the `missing` ones a block must be taken in the database. */
    use: (counts: readonly SubjectCount[], now: Date): { used: SubjectCount[]; missing: SubjectCount[] } => {
      const used = counts.filter((count) => handOf(count, now).left > 0);
      for (const count of used) handOf(count, now).left -= 1;
      const missing = counts
        .filter((count) => !used.includes(count))
        .map((count) => ({ ...count, times: blockOf(count.limit.max) }));
      return { used, missing };
    },
    giveBack: (used: readonly SubjectCount[], now: Date): void => {
      for (const count of used) handOf(count, now).left += 1;
    },
    /** Keeps what is left of the blocks that were taken, after the call that they were taken for. */
    keepRest: (taken: readonly SubjectCount[], now: Date): void => {
      for (const count of taken) handOf(count, now).left += (count.times ?? 1) - 1;
    },
  };
};
