import type { Db, Tx } from '#db/database.ts';
import type { MergedMoney } from '#db/json-shapes.ts';
import { Refusal } from '#lib/refusal.ts';

type Move = { from: string; to: string };

/** Records of a domain above that belong to a driver and follow a merge to the kept record. */
export type MergeFollower = {
  /** Their key in what a merge keeps for a day, to be taken back. */
  name: string;
  /** The sentence that stops a merge; null where nothing does. */
  obstacle: (db: Db, asked: { id: string; into: string }) => Promise<string | null>;
  /** Moves them once both drivers are locked, and gives their record numbers. */
  move: (tx: Tx, move: Move) => Promise<readonly string[]>;
  /** Gives those of them back to the record that the other one still has. */
  moveBack: (tx: Tx, ids: readonly string[], back: Move) => Promise<void>;
};

/** The sentences of those records that stop a merge. */
export const obstaclesOfFollowers = async (
  db: Db,
  asked: { id: string; into: string },
  followers: readonly MergeFollower[],
): Promise<string[]> => {
  const sentences: string[] = [];
  for (const { obstacle } of followers) {
    const sentence = await obstacle(db, asked);
    if (sentence !== null) sentences.push(sentence);
  }
  return sentences;
};

/** Refused with 409 `conflict` where such records stop a merge. */
export const refuseFollowers = async (...asked: Parameters<typeof obstaclesOfFollowers>): Promise<void> => {
  const [sentence] = await obstaclesOfFollowers(...asked);
  if (sentence !== undefined) throw new Refusal('conflict', sentence);
};

type Followed = NonNullable<MergedMoney['followed']>;

/** Moves all of them, and gives their record numbers by their names. */
export const followMerge = async (tx: Tx, move: Move, followers: readonly MergeFollower[]): Promise<Followed> => {
  const followed: Record<string, readonly string[]> = {};
  for (const follower of followers) followed[follower.name] = await follower.move(tx, move);
  return followed;
};

/** Gives them back after a merge is taken back; `move` is that of the merge. */
export const followBack = async (
  tx: Tx,
  followed: Followed,
  { move: { from, to }, followers }: { move: Move; followers: readonly MergeFollower[] },
): Promise<void> => {
  for (const { name, moveBack } of followers) await moveBack(tx, followed[name] ?? [], { from: to, to: from });
};
