import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

const HASHES = { known_devices: 'device_hash', known_addresses: 'address_hash' } as const;

/** Deletes an account's devices or addresses except `hash` and the newest others, `keep` in all. */
export const keepNewest = async (
  tx: Tx,
  known: keyof typeof HASHES,
  { accountId, hash, keep }: { accountId: string; hash: string; keep: number },
): Promise<void> => {
  const [table, column] = [sql.table(known), sql.ref(HASHES[known])];
  await sql`DELETE FROM ${table} WHERE account_id = ${accountId} AND ${column} IN (
    SELECT ${column} FROM ${table} WHERE account_id = ${accountId} AND ${column} <> ${hash}
    ORDER BY last_login_at DESC, ${column} OFFSET ${keep - 1})`.execute(tx);
};

/** The first of these hashes that the account knows as a device; null if it knows none. */
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

/** True if one of these accounts knows one of these hashes as a device. */
export const knowsDevice = async (
  db: Db,
  accountIds: readonly string[],
  deviceHashes: readonly string[],
): Promise<boolean> => {
  const known = db
    .selectFrom('known_devices')
    .select('account_id')
    .where((eb) => eb('account_id', '=', eb.fn.any(eb.val([...accountIds]))))
    .where((eb) => eb('device_hash', '=', eb.fn.any(eb.val([...deviceHashes]))));
  return (await known.limit(1).executeTakeFirst()) !== undefined;
};

/** Remembers the device with its count at zero, and keeps the account's newest `keep`. */
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

/**
 * Whether the account has signed in from the address, or at least some account has. Two queries,
 * each answered by one row: a carrier's address may be known to a hundred thousand accounts.
 */
export const addressKnownTo = async (
  db: Db,
  accountId: string,
  addressHash: string,
): Promise<'own' | 'others' | 'unknown'> => {
  const { own, anybodys } = await db
    .selectNoFrom((eb) => {
      const known = eb.selectFrom('known_addresses').select('account_id').where('address_hash', '=', addressHash);
      return [eb.exists(known.where('account_id', '=', accountId)).as('own'), eb.exists(known).as('anybodys')];
    })
    .executeTakeFirstOrThrow();
  if (own) return 'own';
  return anybodys ? 'others' : 'unknown';
};

/** Remembers that the account signed in from the address; keeps the newest `keep` addresses. */
export const rememberAddress = async (
  tx: Tx,
  { accountId, addressHash, keep, now }: { accountId: string; addressHash: string; keep: number; now: Date },
): Promise<void> => {
  await tx
    .insertInto('known_addresses')
    .values({ account_id: accountId, address_hash: addressHash, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_login_at: now }))
    .execute();
  await keepNewest(tx, 'known_addresses', { accountId, hash: addressHash, keep });
};

export const forgetAddresses = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('known_addresses').where('account_id', '=', accountId).execute();
};

/** Forgets addresses from which the account has not signed in since `before`. */
export const forgetOldAddresses = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('known_addresses').where('last_login_at', '<', before).execute();
};
