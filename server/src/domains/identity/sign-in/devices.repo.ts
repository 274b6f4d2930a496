import type { Db, Tx } from '#db/database.ts';
import { keepNewest } from './keep-newest.repo.ts';

/** The first of these hashes, in the order given, that the account knows as a device; null if it knows none. */
export const knownDevice = async (
  db: Db,
  accountId: string,
  deviceHashes: readonly string[],
): Promise<string | null> => {
  const rows = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('account_id', '=', accountId)
    .where((eb) => eb('device_hash', '=', eb.fn.any(eb.val([...deviceHashes]))))
    .execute();
  const known = new Set(rows.map(({ device_hash }) => device_hash));
  return deviceHashes.find((hash) => known.has(hash)) ?? null;
};

/**
 * Remembers that the device signed in, with its count at zero, and keeps only the newest `keep` of the account's
 * devices.
 */
export const rememberDevice = async (
  tx: Tx,
  { accountId, deviceHash, keep, now }: { accountId: string; deviceHash: string; keep: number; now: Date },
): Promise<void> => {
  const values = { failed_logins: 0, blocked_until: null, counted_at: null, last_login_at: now };
  await tx
    .insertInto('known_devices')
    .values({ account_id: accountId, device_hash: deviceHash, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet(values))
    .execute();
  await keepNewest(tx, 'known_devices', { accountId, hash: deviceHash, keep });
};

export const forgetDevices = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
};

/** Forgets devices that have not signed in since `before`. */
export const forgetOldDevices = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('known_devices').where('last_login_at', '<', before).execute();
};
