import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The row that counts wrong codes: that of a device which the account knows, or that of all others. */
export type CodeCounter = { accountId: string; deviceHash: string | null };

type Rule = { free: number; firstBlock: number; longestBlock: number; now: Date };

const deviceOf = ({ deviceHash }: CodeCounter): string => deviceHash ?? '';

/**
 * Counts one attempt before its code is looked at and answers the count; null while the counter is blocked, when nothing
 * changes. From the attempt `free` on each blocks, unless its code is right: the first for `firstBlock` milliseconds, each
 * further one for twice as long as the one before, up to `longestBlock`.
 */
export const claimCodeAttempt = async (
  db: Db,
  counter: CodeCounter,
  { free, firstBlock, longestBlock, now }: Rule,
): Promise<number | null> => {
  const doublings = sql`least(code_counts.failed_codes + 1 - ${free}::integer, 20)`;
  const block = sql`least(${firstBlock}::double precision * power(2, ${doublings}), ${longestBlock}::double precision)`;
  const { rows } = await sql<{ failed_codes: number }>`
    INSERT INTO code_counts (account_id, device_hash, failed_codes, counted_at)
    VALUES (${counter.accountId}, ${deviceOf(counter)}, 1, ${now})
    ON CONFLICT (account_id, device_hash) DO UPDATE SET
      failed_codes = code_counts.failed_codes + 1, counted_at = ${now},
      blocked_until = CASE WHEN code_counts.failed_codes + 1 >= ${free}::integer
        THEN ${now}::timestamptz + interval '1 millisecond' * ${block} END
    WHERE code_counts.blocked_until IS NULL OR code_counts.blocked_until <= ${now}
    RETURNING failed_codes`.execute(db);
  return rows[0]?.failed_codes ?? null;
};

export const codesBlockedUntil = async (db: Db, { accountId, ...counter }: CodeCounter): Promise<Date | null> => {
  const found = db.selectFrom('code_counts').select('blocked_until').where('account_id', '=', accountId);
  const device = deviceOf({ accountId, ...counter });
  return (await found.where('device_hash', '=', device).executeTakeFirst())?.blocked_until ?? null;
};

export const clearCodeCount = async (db: Db, counter: CodeCounter): Promise<void> => {
  await db
    .deleteFrom('code_counts')
    .where('account_id', '=', counter.accountId)
    .where('device_hash', '=', deviceOf(counter))
    .execute();
};

/** Forgets the account's wrong codes on all devices. */
export const clearCodeCounts = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('code_counts').where('account_id', '=', accountId).execute();
};

/** Deletes counts that last rose before the given time. */
export const forgetCodeCounts = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('code_counts').where('counted_at', '<', before).execute();
};
