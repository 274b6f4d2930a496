import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

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

/** Makes the waiting secret the account's own, provided that it is still this one; otherwise false. */
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

/** Uses up the code of a step and of all before it. False where that was done already, or the secret is another by now. */
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

export const countRecoveryCodes = async (db: Db, accountId: string): Promise<number> => {
  const codes = db.selectFrom('recovery_codes').where('account_id', '=', accountId);
  const { count } = await codes.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
};

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
