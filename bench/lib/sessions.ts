import type { Role } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '../../server/src/db/database.ts';
import { signAccessToken } from '../../server/src/domains/identity/sessions/access-token.ts';
import type { TokenKeys } from '../../server/src/domains/identity/sessions/token-keys.ts';

/** As many as verified tokens are remembered for; each may call ten times a second. */
const SESSIONS = 900;

type Holder = { accountId: string; role: Role; username: string };

/** Opens sessions of an account. `tokens` gives a fresh access token of each, good for ten minutes. */
export const openSessions = async (
  db: Db,
  accountId: string,
): Promise<{ tokens: (keys: TokenKeys, holder: Holder) => Promise<string[]> }> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO sessions (account_id, family_hash, secret_hash, persist, user_agent, address, created_at, last_used_at,
      expires_at)
    SELECT ${accountId}, 'family ' || n, 'secret ' || n, false, 'bench', '127.0.0.1', now(), now(), now() + interval '1 day'
    FROM generate_series(1, ${sql.lit(SESSIONS)}) AS n RETURNING id`.execute(db);
  return {
    tokens: (keys, holder) =>
      Promise.all(rows.map(({ id }) => signAccessToken(keys, { ...holder, sessionId: id, epoch: 0 }, new Date()))),
  };
};
