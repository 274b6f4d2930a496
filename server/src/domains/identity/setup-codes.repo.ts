import type { Db } from '#db/database.ts';

type SetupCode = { accountId: string; codeHash: string; now: Date; expiresAt: Date };

/** Makes this the account's only code. */
export const replaceSetupCode = async (db: Db, { accountId, codeHash, now, expiresAt }: SetupCode): Promise<void> => {
  const values = { code_hash: codeHash, created_at: now, expires_at: expiresAt };
  await db
    .insertInto('setup_codes')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
};

/** True when the code is the account's and has not expired. */
export const isSetupCode = async (db: Db, accountId: string, codeHash: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('setup_codes')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

/** Uses the code up. False when it is not the account's, has expired, or was used a moment before. */
export const consumeSetupCode = async (db: Db, accountId: string, codeHash: string, now: Date): Promise<boolean> =>
  (await db
    .deleteFrom('setup_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()) !== undefined;

export const deleteSetupCode = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('setup_codes').where('account_id', '=', accountId).execute();
};

/** When the account's code was made, or null when it has none. */
export const setupCodeMadeAt = async (db: Db, accountId: string): Promise<Date | null> =>
  (await db.selectFrom('setup_codes').select('created_at').where('account_id', '=', accountId).executeTakeFirst())
    ?.created_at ?? null;

export const deleteExpiredSetupCodes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('setup_codes').where('expires_at', '<=', now).execute();
};
