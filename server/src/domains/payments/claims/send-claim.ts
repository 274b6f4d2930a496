import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';

/** The IDs of all networks' money of a transaction ID, and one that nobody has claimed. */
export type IdsForClaim = (db: Db, id: string) => Promise<{ all: string[]; free: string | null }>;

/** Gives the refusal of a transaction ID that is taken, instead of throwing it. */
const orTaken = async <T>(work: Promise<T>): Promise<T | Refusal> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transaction_id_taken') return error;
    throw error;
  }
};

type Sent<Stored> = {
  transactionId: string;
  store: (transactionId: string) => Promise<Stored>;
  /** Keeps the claim for staff beside those IDs, which others have claimed. */
  keep: (transactionIds: readonly string[]) => Promise<void>;
};

/**
 * Stores a claim under its transaction ID, or under that of money of another network that nobody
 * has claimed. Refused with 409 `transaction_id_taken`; the claim is then kept for staff.
 */
export const sendClaim = async <Stored>(
  db: Db,
  { transactionId, store, keep }: Sent<Stored>,
  idsForClaim: IdsForClaim,
): Promise<Stored> => {
  const stored = await orTaken(store(transactionId));
  if (!(stored instanceof Refusal)) return stored;
  const { all, free } = await idsForClaim(db, transactionId);
  const beside = free === null ? stored : await orTaken(store(free));
  if (!(beside instanceof Refusal)) return beside;
  await keep(all);
  throw beside;
};
