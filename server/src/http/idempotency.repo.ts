import type { Db, Tx } from '#db/database.ts';

/** Where an answer is kept: the endpoint's address and a hash of the sender's key. */
type Place = { endpoint: string; key: string };
type Kept = { body_hash: string; answer: unknown };

/** The hash of a body that was not hashed (migration 0013): its key alone opens the answer. */
export const UNKNOWN_BODY = '';

/** Takes the place for this transaction, or gives false; a second taker waits for the first. */
export const takePlace = async (tx: Tx, place: Place, bodyHash: string): Promise<boolean> => {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...place, body_hash: bodyHash, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** Keeps the answer in a place taken before. */
export const keepAnswer = async (tx: Tx, { endpoint, key }: Place, answer: unknown): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute();
};

/** The kept answer of a place, or null. */
export const keptAnswer = async (db: Db, { endpoint, key }: Place): Promise<Kept | null> => {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst();
  return kept ?? null;
};

/** Removes what was kept before the moment. */
export const forgetAnswers = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
};
