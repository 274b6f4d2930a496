import { sql } from 'kysely';
import type { Db } from '../../server/src/db/database.ts';
import { signAccessToken, type TokenKeys } from '../../server/src/domains/identity/sessions/access-token.ts';

/** Limits hold each account, so that calls come from many: each may look up sixty cars a minute. */
const CLERKS = 2_000;

/** The headers that our own pages send with every call. */
export const FROM_PAGES = { 'x-requested-with': 'banbo', 'sec-fetch-site': 'same-origin' };

/** The session of somebody who signed in by the product's own endpoints, as a page keeps it. */
export const keptSession = () => {
  let cookie = '';
  let authorization = '';
  return {
    /** Takes the answer to a sign-in or a renewal. */
    keep: ({ accessToken }: { accessToken?: unknown }, setCookies: readonly string[]): void => {
      authorization = `Bearer ${String(accessToken)}`;
      cookie = setCookies.map((line) => line.split(';', 1)[0]).join('; ') || cookie;
    },
    isOpen: (): boolean => authorization !== '',
    /** For calls, and for renewing the session. */
    call: () => ({ authorization }),
    renewal: () => ({ cookie }),
  };
};

type Clerk = { accountId: string; username: string; sessionId: string };

/** Signs clerks in. `tokens` gives a fresh access token of each, good for ten minutes. */
export const openSessions = async (db: Db): Promise<{ tokens: (keys: TokenKeys) => Promise<string[]> }> => {
  const { rows } = await sql<Clerk>`
    WITH clerks AS (
      INSERT INTO accounts (kind, login, role, created_at)
      SELECT 'staff', 'clerk' || n, 'SuperAdmin', now() FROM generate_series(1, ${sql.lit(CLERKS)}) AS n
      RETURNING id, login
    ), opened AS (
      INSERT INTO sessions (account_id, family_hash, secret_hash, persist, user_agent, address, created_at, last_used_at,
        expires_at)
      SELECT id, 'family ' || id, 'secret ' || id, false, 'bench', '127.0.0.1', now(), now(), now() + interval '1 day'
      FROM clerks RETURNING id, account_id
    )
    SELECT clerks.id AS "accountId", login AS username, opened.id AS "sessionId"
    FROM clerks JOIN opened ON opened.account_id = clerks.id`.execute(db);
  return {
    tokens: (keys) =>
      Promise.all(rows.map((clerk) => signAccessToken(keys, { ...clerk, role: 'SuperAdmin', epoch: 0 }, new Date()))),
  };
};
