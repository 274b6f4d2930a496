import type { Db } from '#db/database.ts';

/** True when the device has signed in to the account before. */
export const isKnownDevice = async (db: Db, accountId: string, deviceHash: string): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()) !== undefined;

/** Remembers that the device signed in, with a clean count. */
export const rememberDevice = async (db: Db, accountId: string, deviceHash: string, now: Date): Promise<void> => {
  const values = { failed_logins: 0, blocked_until: null, last_login_at: now };
  await db
    .insertInto('known_devices')
    .values({ account_id: accountId, device_hash: deviceHash, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet(values))
    .execute();
};

export const forgetDevices = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
};

/** Forgets devices that have not signed in since `before`. */
export const forgetOldDevices = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('known_devices').where('last_login_at', '<', before).execute();
};
