import type { Db, Tx } from '#db/database.ts';
import { keepNewest } from './keep-newest.repo.ts';

/**
 * Whether the account has signed in from the address, or at least some account has. Two queries, each answered by one
 * row: a carrier's address may be known to a hundred thousand accounts.
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

/** Remembers that the account signed in from the address, and keeps only the newest `keep` of its addresses. */
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
