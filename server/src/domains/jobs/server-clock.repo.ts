import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

const COLUMNS = ['seen_at', 'ahead_at', 'behind_since'] as const;

/** The time as the database knows it. */
export type KnownTime = Pick<Selectable<Tables['server_clock']>, (typeof COLUMNS)[number]>;

/** Null before the first reading. */
export const knownTime = async (db: Db): Promise<KnownTime | null> =>
  (await db.selectFrom('server_clock').select(COLUMNS).executeTakeFirst()) ?? null;

/** The same, locked to the transaction's end. */
export const lockKnownTime = async (tx: Tx): Promise<KnownTime | null> =>
  (await tx.selectFrom('server_clock').select(COLUMNS).forUpdate().executeTakeFirst()) ?? null;

/** Two first readings at once are as good as each other. */
export const storeKnownTime = async (tx: Tx, known: KnownTime): Promise<void> => {
  await tx
    .insertInto('server_clock')
    .values(known)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(known))
    .execute();
};
