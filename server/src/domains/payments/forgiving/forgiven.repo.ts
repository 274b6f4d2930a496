import { today } from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

/** Makes others who ask for the account's sum of the day wait until the transaction ends. */
export const holdForgiving = async (tx: Tx, accountId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`forgiving ${accountId}`}, 0))`.execute(tx);
};

export const insertForgiven = async (tx: Tx, row: Insertable<Tables['forgiven']>): Promise<void> => {
  await tx.insertInto('forgiven').values(row).execute();
};

/** Marks a driver's entry of these words as taken back, with the reason. */
export const takeBackForgiven = async (
  tx: Tx,
  { driverId, subject }: { driverId: string; subject: string },
  reason: string,
): Promise<void> => {
  const held = tx.updateTable('forgiven').set({ taken_back: reason }).where('taken_back', 'is', null);
  await held.where('driver_id', '=', driverId).where('subject', '=', subject).execute();
};

/** The sum that an account gave up on a day without another person. */
export const forgivenAlone = async (db: Db, accountId: string, day: string): Promise<string> => {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(amount), 0)::numeric(14, 2)::text AS amount FROM forgiven
    WHERE asked_by = ${accountId} AND forgiven_on = ${day}::date AND approved_by IS NULL`.execute(db);
  return rows[0]?.amount ?? '0.00';
};

/** The number and sum of what was given up from a day to another and not taken back. */
export const forgivenSum = async (
  db: Db,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ count: number; amount: string }> => {
  const { rows } = await sql<{ count: number; amount: string }>`
    SELECT count(*)::int AS count, coalesce(sum(amount), 0)::numeric(14, 2)::text AS amount FROM forgiven
    WHERE taken_back IS NULL AND forgiven_on >= ${from ?? '0001-01-01'}::date
      AND forgiven_on <= ${to ?? '9999-12-31'}::date`.execute(db);
  return rows[0] ?? { count: 0, amount: '0.00' };
};

/** The sum that was given up after a moment and not taken back, as money text. */
export const forgivenAfter = async (db: Db, after: Date): Promise<string> => {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(amount), 0)::numeric(14, 2)::text AS amount FROM forgiven
    WHERE taken_back IS NULL AND forgiven_on >= ${today(after)}::date AND forgiven_at > ${after}`.execute(db);
  return rows[0]?.amount ?? '0.00';
};
