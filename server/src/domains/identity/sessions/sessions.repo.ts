import type { PageAsked } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { countRows } from '#db/records.ts';

export type SessionRow = Selectable<Tables['sessions']>;

export const insertSession = async (db: Db, session: Insertable<Tables['sessions']>): Promise<string> => {
  const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
};

export const sessionOfFamily = async (db: Db, familyHash: string): Promise<SessionRow | null> =>
  (await db.selectFrom('sessions').selectAll().where('family_hash', '=', familyHash).executeTakeFirst()) ?? null;

export const isOpenSession = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

/** Replaces the secret if it is still `from`; false when another request did so first. */
export const rotateSecret = async (
  db: Db,
  { id, from, to, now, expiresAt }: { id: string; from: string; to: string; now: Date; expiresAt: Date },
): Promise<boolean> => {
  const rotated = await db
    .updateTable('sessions')
    .set({ secret_hash: to, previous_hash: from, rotated_at: now, last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('secret_hash', '=', from)
    .returning('id')
    .executeTakeFirst();
  return rotated !== undefined;
};

/** Records the first use of the secret, unless it was replaced meanwhile. */
export const noteFirstUse = async (
  db: Db,
  { id, secret, now }: { id: string; secret: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('secret_hash', '=', secret)
    .whereRef('last_used_at', '=', 'rotated_at')
    .execute();
};

export const deleteSessionOfFamily = async (db: Db, familyHash: string): Promise<void> => {
  await db.deleteFrom('sessions').where('family_hash', '=', familyHash).execute();
};

/** Ends one of the account's own sessions; false when it has no such session. */
export const deleteSession = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Ends the account's sessions, except the one to keep. */
export const deleteSessions = async (db: Db, accountId: string, keep: string | null = null): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep))
    .execute();
};

export const deleteExpiredSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
};

/** A page of the account's sessions that have not expired, the last used first, and their count. */
export const pageOfSessions = async (db: Db, accountId: string, { page, size }: PageAsked, now: Date) => {
  const own = db.selectFrom('sessions').where('account_id', '=', accountId).where('expires_at', '>', now);
  const rows = await own
    .selectAll()
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  // A plain count, since one person's devices are few.
  return { rows, count: await countRows(db, own) };
};
