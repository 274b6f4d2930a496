import type { Db, Tx } from '#db/database.ts';
import { lockAccount } from '../accounts/accounts.repo.ts';

type SetupCode = { accountId: string; codeHash: string; now: Date; expiresAt: Date };

/** Makes this the account's only code; a code for a forgotten password ends too. */
export const replaceSetupCode = async (tx: Tx, { accountId, codeHash, now, expiresAt }: SetupCode): Promise<void> => {
  // Locks the account before its codes, as setting a password does; other new codes wait too.
  await lockAccount(tx, accountId);
  await withdrawSetupCodes(tx, accountId);
  await tx
    .insertInto('setup_codes')
    .values({ account_id: accountId, purpose: 'first', code_hash: codeHash, created_at: now, expires_at: expiresAt })
    .execute();
};

/**
 * Makes this the account's code for a forgotten password, unless it has one made after `cutoff`:
 * then false. Of several requests at once, only one gets true.
 */
export const replaceForgottenCode = async (
  db: Db,
  { accountId, codeHash, now, expiresAt, cutoff }: SetupCode & { cutoff: Date },
): Promise<boolean> => {
  const values = { code_hash: codeHash, created_at: now, expires_at: expiresAt };
  const replaced = await db
    .insertInto('setup_codes')
    .values({ account_id: accountId, purpose: 'forgotten', ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'purpose']).doUpdateSet(values).where('setup_codes.created_at', '<=', cutoff),
    )
    .returning('account_id')
    .executeTakeFirst();
  return replaced !== undefined;
};

/** When the account's code expires, which may be past; null if the code is not the account's. */
export const setupCodeExpiry = async (db: Db, accountId: string, codeHash: string): Promise<Date | null> => {
  const code = await db
    .selectFrom('setup_codes')
    .select('expires_at')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return code?.expires_at ?? null;
};

/** Whether the account has an unexpired code. */
export const hasSetupCode = async (db: Db, accountId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('setup_codes')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Uses the account's codes up; false for a wrong, expired or used one. */
export const consumeSetupCode = async (tx: Tx, accountId: string, codeHash: string, now: Date): Promise<boolean> => {
  const consumed = await tx
    .deleteFrom('setup_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  if (!consumed) return false;
  await withdrawSetupCodes(tx, accountId);
  return true;
};

export const withdrawSetupCodes = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('setup_codes').where('account_id', '=', accountId).execute();
};

/** Withdraws the code that was made at this moment; false where it is not there any more. */
export const withdrawSetupCodeOf = async (tx: Tx, accountId: string, madeAt: Date): Promise<boolean> => {
  const made = tx.deleteFrom('setup_codes').where('account_id', '=', accountId).where('created_at', '=', madeAt);
  return (await made.returning('account_id').executeTakeFirst()) !== undefined;
};

/** Deletes codes that expired before `cutoff`. */
export const deleteExpiredSetupCodes = async (db: Db, cutoff: Date): Promise<void> => {
  await db.deleteFrom('setup_codes').where('expires_at', '<=', cutoff).execute();
};
