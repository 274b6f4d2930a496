import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The row that counts wrong passwords: of the account, a known device, or an unknown login. */
export type Counter = { accountId: string; deviceHash: string | null } | { loginHash: string };

type Place = { table: RawBuilder<unknown>; row: RawBuilder<unknown> };

const placeOf = (counter: Counter): Place => {
  if ('loginHash' in counter) {
    return { table: sql.table('unknown_logins'), row: sql`unknown_logins.login_hash = ${counter.loginHash}` };
  }
  const { accountId, deviceHash } = counter;
  if (deviceHash === null) return { table: sql.table('accounts'), row: sql`id = ${accountId}` };
  return { table: sql.table('known_devices'), row: sql`account_id = ${accountId} AND device_hash = ${deviceHash}` };
};

type Rule = { max: number; now: Date; blockedUntil: Date; forgetBefore: Date };

/**
 * Counts one attempt before its password is checked, so that simultaneous attempts cannot all be
 * tried, and gives the count; null while the counter is blocked. The last of `max` attempts blocks
 * until `blockedUntil` unless its password is right. A count restarts when its block is over, or
 * when it last rose before `forgetBefore`.
 */
export const countAttempt = async (
  db: Db,
  counter: Counter,
  { max, now, blockedUntil, forgetBefore }: Rule,
): Promise<number | null> => {
  const { table, row } = placeOf(counter);
  const counted = sql`CASE WHEN ${table}.blocked_until IS NULL AND ${table}.counted_at > ${forgetBefore}
    THEN ${table}.failed_logins + 1 ELSE 1 END`;
  const change = sql`SET failed_logins = ${counted}, counted_at = ${now},
    blocked_until = CASE WHEN ${counted} >= ${max} THEN ${blockedUntil}::timestamptz END
    WHERE ${row} AND (${table}.blocked_until IS NULL OR ${table}.blocked_until <= ${now})
    RETURNING ${table}.failed_logins`;
  const statement =
    'loginHash' in counter
      ? sql`INSERT INTO unknown_logins (login_hash, failed_logins, counted_at) VALUES (${counter.loginHash}, 1, ${now})
          ON CONFLICT (login_hash) DO UPDATE ${change}`
      : sql`UPDATE ${table} ${change}`;
  const { rows } = await sql<{ failed_logins: number }>`${statement}`.execute(db);
  return rows[0]?.failed_logins ?? null;
};

/** The end of the counter's block, or null when it is not blocked. */
export const blockedUntil = async (db: Db, counter: Counter, now: Date): Promise<Date | null> => {
  const { table, row } = placeOf(counter);
  const { rows } = await sql<{ blocked_until: Date }>`
    SELECT blocked_until FROM ${table} WHERE ${row} AND blocked_until > ${now}`.execute(db);
  return rows[0]?.blocked_until ?? null;
};

export const clearCounter = async (db: Db, counter: Counter): Promise<void> => {
  const { table, row } = placeOf(counter);
  await sql`UPDATE ${table} SET failed_logins = 0, blocked_until = NULL WHERE ${row}`.execute(db);
};

/** Deletes counts of unknown logins that last rose before the given time. */
export const forgetUnknownLogins = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('unknown_logins').where('counted_at', '<', before).execute();
};
