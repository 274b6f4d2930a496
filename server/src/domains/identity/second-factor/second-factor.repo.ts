import type { StaffRole } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';

type SecondFactor = Selectable<Tables['second_factors']>;

export const secondFactorOf = async (db: Db, accountId: string): Promise<SecondFactor | null> =>
  (await db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()) ?? null;

/** Keeps the secret of an app that has not given a code yet, in place of another such one. */
export const keepWaitingSecret = async (
  tx: Tx,
  { accountId, secret, until }: { accountId: string; secret: string; until: Date },
): Promise<void> => {
  const waiting = { waiting_secret: secret, waiting_until: until };
  await tx
    .insertInto('second_factors')
    .values({ account_id: accountId, ...waiting })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(waiting))
    .execute();
};

/** Makes the waiting secret the account's own if it is still this one; otherwise false. */
export const confirmWaitingSecret = async (
  tx: Tx,
  { accountId, secret, step, now }: { accountId: string; secret: string; step: number; now: Date },
): Promise<boolean> =>
  (await tx
    .updateTable('second_factors')
    .set({
      sealed_secret: secret,
      confirmed_at: now,
      last_step: String(step),
      waiting_secret: null,
      waiting_until: null,
    })
    .where('account_id', '=', accountId)
    .where('waiting_secret', '=', secret)
    .returning('account_id')
    .executeTakeFirst()) !== undefined;

/** Uses up the codes up to this step. False if that was done, or the secret has changed. */
export const consumeStep = async (
  tx: Tx,
  { accountId, secret, step }: { accountId: string; secret: string; step: number },
): Promise<boolean> =>
  (await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('account_id', '=', accountId)
    .where('sealed_secret', '=', secret)
    .where('last_step', '<', String(step))
    .returning('account_id')
    .executeTakeFirst()) !== undefined;

/** Makes these the account's only recovery codes. */
export const replaceRecoveryCodes = async (tx: Tx, accountId: string, codeHashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const values = codeHashes.map((code_hash) => ({ account_id: accountId, code_hash }));
  await tx.insertInto('recovery_codes').values(values).execute();
};

/** Uses a recovery code up; false when the account has no such code. */
export const consumeRecoveryCode = async (tx: Tx, accountId: string, codeHash: string): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .returning('account_id')
    .executeTakeFirst()) !== undefined;

export const countRecoveryCodes = (db: Db, accountId: string): Promise<number> =>
  countRows(db, db.selectFrom('recovery_codes').where('account_id', '=', accountId));

/** Takes the account's second factor away, with its codes and counts; false when it had none. */
export const deleteSecondFactor = async (tx: Tx, accountId: string): Promise<boolean> => {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('code_counts').where('account_id', '=', accountId).execute();
  const gone = await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .returning(sql<boolean>`confirmed_at IS NOT NULL`.as('was_on'))
    .executeTakeFirst();
  return gone?.was_on ?? false;
};

/** True for a row of `accounts` whose person signs in with codes. */
export const hasSecondFactor = sql<boolean>`EXISTS (SELECT FROM second_factors
  WHERE second_factors.account_id = accounts.id AND second_factors.confirmed_at IS NOT NULL)`;

/** True for an account whose role needs a second factor that the person has not set up. */
export const needsSecondFactor = sql<boolean>`(accounts.kind = 'staff'
  AND EXISTS (SELECT FROM second_factor_roles WHERE second_factor_roles.role = accounts.role)
  AND NOT ${hasSecondFactor})`;

export const isRequiredOf = async (db: Db, role: StaffRole): Promise<boolean> =>
  (await db.selectFrom('second_factor_roles').select('role').where('role', '=', role).executeTakeFirst()) !== undefined;

/** Sets whether a role needs a second factor; false when unchanged. */
export const setRequired = async (db: Db, role: StaffRole, isRequired: boolean): Promise<boolean> => {
  const changed = isRequired
    ? await db
        .insertInto('second_factor_roles')
        .values({ role })
        .onConflict((conflict) => conflict.doNothing())
        .returning('role')
        .executeTakeFirst()
    : await db.deleteFrom('second_factor_roles').where('role', '=', role).returning('role').executeTakeFirst();
  return changed !== undefined;
};

export const requiredRoles = async (db: Db): Promise<ReadonlySet<StaffRole>> =>
  new Set((await db.selectFrom('second_factor_roles').select('role').execute()).map(({ role }) => role));

type Count = { role: string; users: number; with_second_factor: number };

/** Users of each role, and those with a second factor. A company's staff are hundreds at most. */
export const countSecondFactors = async (db: Db): Promise<Count[]> =>
  (
    await sql<Count>`
      SELECT role, count(*)::integer AS users, (count(*) FILTER (WHERE ${hasSecondFactor}))::integer AS with_second_factor
      FROM accounts WHERE kind = 'staff' AND status <> 'deleted' GROUP BY role`.execute(db)
  ).rows;

/** The row that counts wrong codes: of a device that the account knows, or of all others. */
export type CodeCounter = { accountId: string; deviceHash: string | null };

type Rule = { free: number; firstBlock: number; longestBlock: number; now: Date };

const deviceOf = ({ deviceHash }: CodeCounter): string => deviceHash ?? '';

/**
 * Counts one attempt before its code is looked at and answers the count; null while the counter is
 * blocked, when nothing changes. From the attempt `free` on each blocks, unless its code is right:
 * the first for `firstBlock` milliseconds, each further one for twice as long as the one before, up
 * to `longestBlock`.
 */
export const addCodeAttempt = async (
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
