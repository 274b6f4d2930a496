import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Where wrong passwords are counted: at the account, or at a device that has signed in to it before. */
export type Counter = { accountId: string; deviceHash: string | null };

const rowOf = ({ accountId, deviceHash }: Counter): { table: RawBuilder<unknown>; row: RawBuilder<unknown> } =>
  deviceHash === null
    ? { table: sql.table('accounts'), row: sql`id = ${accountId}` }
    : { table: sql.table('known_devices'), row: sql`account_id = ${accountId} AND device_hash = ${deviceHash}` };

/**
 * Counts one attempt before its password is looked at, so that attempts made at once cannot all be tried, and gives the
 * count; null while the counter is blocked, when nothing changes. The last of `max` attempts blocks until `blockedUntil`
 * unless it turns out right. A block that is over starts the count anew.
 */
export const claimAttempt = async (
  db: Db,
  counter: Counter,
  { max, now, blockedUntil }: { max: number; now: Date; blockedUntil: Date },
): Promise<number | null> => {
  const { table, row } = rowOf(counter);
  const counted = sql`CASE WHEN blocked_until IS NULL THEN failed_logins + 1 ELSE 1 END`;
  const { rows } = await sql<{ failed_logins: number }>`
    UPDATE ${table} SET
      failed_logins = ${counted},
      blocked_until = CASE WHEN ${counted} >= ${max} THEN ${blockedUntil}::timestamptz END
    WHERE ${row} AND (blocked_until IS NULL OR blocked_until <= ${now})
    RETURNING failed_logins`.execute(db);
  return rows[0]?.failed_logins ?? null;
};

/** Until when the counter is blocked, or null when it is not. */
export const blockedUntil = async (db: Db, counter: Counter, now: Date): Promise<Date | null> => {
  const { table, row } = rowOf(counter);
  const { rows } = await sql<{ blocked_until: Date }>`
    SELECT blocked_until FROM ${table} WHERE ${row} AND blocked_until > ${now}`.execute(db);
  return rows[0]?.blocked_until ?? null;
};

export const clearCounter = async (db: Db, counter: Counter): Promise<void> => {
  const { table, row } = rowOf(counter);
  await sql`UPDATE ${table} SET failed_logins = 0, blocked_until = NULL WHERE ${row}`.execute(db);
};
