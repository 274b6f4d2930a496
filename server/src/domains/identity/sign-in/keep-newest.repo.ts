import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

const HASHES = { known_devices: 'device_hash', known_addresses: 'address_hash' } as const;

/** Deletes all of an account's devices or addresses except the one with `hash` and the newest others, `keep` in all. */
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
