import type { Db, Tx } from '#db/database.ts';

/** Whether the account has signed in from the address, or at least somebody has. */
export const addressStanding = async (
  db: Db,
  accountId: string,
  addressHash: string,
): Promise<'own' | 'others' | 'unknown'> => {
  const row = await db
    .selectFrom('known_addresses')
    .select((eb) => eb('account_id', '=', accountId).as('own'))
    .where('address_hash', '=', addressHash)
    .orderBy('own', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return 'unknown';
  return row.own ? 'own' : 'others';
};

/** Remembers that the account signed in from the address, and forgets all but the newest `keep` of its addresses. */
export const rememberAddress = async (
  tx: Tx,
  { accountId, addressHash, keep, now }: { accountId: string; addressHash: string; keep: number; now: Date },
): Promise<void> => {
  await tx
    .insertInto('known_addresses')
    .values({ account_id: accountId, address_hash: addressHash, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_login_at: now }))
    .execute();
  const older = tx
    .selectFrom('known_addresses')
    .select('address_hash')
    .where('account_id', '=', accountId)
    .where('address_hash', '<>', addressHash)
    .orderBy('last_login_at', 'desc')
    .orderBy('address_hash')
    .offset(keep - 1);
  await tx
    .deleteFrom('known_addresses')
    .where('account_id', '=', accountId)
    .where('address_hash', 'in', older)
    .execute();
};

export const forgetAddresses = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('known_addresses').where('account_id', '=', accountId).execute();
};

/** Forgets addresses from which the account has not signed in since `before`. */
export const forgetOldAddresses = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('known_addresses').where('last_login_at', '<', before).execute();
};
