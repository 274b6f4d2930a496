import type { Role, RoleDifferences } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { Counting } from '#db/list/list-sql.ts';
import { among } from '#db/records.ts';
import { differencesOfAccount } from '../roles/roles.repo.ts';
import { needsSecondFactor } from '../second-factor/second-factor.repo.ts';

export type Account = Selectable<Tables['accounts']>;
export type AccountKind = Account['kind'];

/** True for an account that can be signed in to; that of an auditor comes to an end by time. */
export const isGood = ({ status, ends_at }: Pick<Account, 'status' | 'ends_at'>, now: Date): boolean =>
  status === 'active' && (ends_at === null || ends_at > now);

type NewAccount = { kind: AccountKind; login: string; role: Role; now: Date; endsAt?: Date };

/** Adds an account without a password and answers its id. `endsAt` is an auditor's. */
export const insertAccount = async (db: Db, { kind, login, role, now, endsAt }: NewAccount): Promise<string> => {
  const { id } = await db
    .insertInto('accounts')
    .values({ kind, login, role, created_at: now, ends_at: endsAt ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Adds accounts without passwords by one statement, and gives their ids by their logins. */
export const insertAccounts = async (
  tx: Tx,
  { kind, role, logins, now }: { kind: AccountKind; role: Role; logins: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; login: string }>`
    INSERT INTO accounts (kind, login, role, created_at)
    SELECT ${kind}, login, ${role}, ${now}::timestamptz FROM unnest(${logins}::text[]) AS login
    RETURNING id, login`.execute(tx);
  return new Map(rows.map(({ id, login }) => [login, id]));
};

export const accountsWithPassword = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE id = ANY(${ids}::bigint[]) AND password_hash IS NOT NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Locks the accounts by id until the transaction ends: no password can be set meanwhile. */
export const lockAccounts = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM accounts WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};

const current = (db: Db) =>
  db.selectFrom('accounts').selectAll('accounts').where('accounts.status', '<>', sql.lit('deleted'));

export const accountByLogin = async (db: Db, kind: AccountKind, login: string): Promise<Account | null> =>
  (await current(db).where('kind', '=', kind).where('login', '=', login).executeTakeFirst()) ?? null;

export const accountById = async (db: Db, id: string): Promise<Account | null> =>
  (await current(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** Locks the account, always before its codes, devices and sessions, so that none deadlock. */
export const lockAccount = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
};

/**
 * An array parameter whose length the planner ignores. For a visible length it would reject the
 * generic plan as dearer and plan each call again, which costs more than running it.
 */
const arrayOf = (type: 'bigint' | 'integer', values: readonly unknown[]): RawBuilder<unknown> =>
  sql`(SELECT ${values}::${sql.raw(type)}[])`;

type OfSession = Pick<Account, 'role' | 'login'> & {
  differences: RoleDifferences | null;
  is_limited: boolean;
  counted: number;
};

/**
 * The account of each token's session, or null where either is not good. `counting` counts for the
 * single caller that it comes with, and only with a good session; one statement, since the round
 * trip dominates the cost. `LIMIT 1` makes the planner look each up by its key instead of reading
 * all sessions.
 */
export const accountsOfSessions = async (
  db: Db,
  asked: readonly { accountId: string; sessionId: string; epoch: number }[],
  now: Date,
  counting: Counting | null = null,
): Promise<(OfSession | null)[]> => {
  const accountIds = asked.map(({ accountId }) => accountId);
  const sessionIds = asked.map(({ sessionId }) => sessionId);
  const epochs = asked.map(({ epoch }) => epoch);
  const { rows } = await sql<OfSession & { place: string }>`
    WITH caller AS (
      SELECT place, accounts.role, login, ${differencesOfAccount} AS differences, ${needsSecondFactor} AS is_limited
      FROM unnest(${arrayOf('bigint', accountIds)}, ${arrayOf('bigint', sessionIds)}, ${arrayOf('integer', epochs)})
          WITH ORDINALITY AS asked (account_id, session_id, epoch, place)
        CROSS JOIN LATERAL (
          SELECT id, role, login, kind FROM accounts
          WHERE id = asked.account_id AND status = 'active' AND token_epoch = asked.epoch
            AND (ends_at IS NULL OR ends_at > ${now}) LIMIT 1
        ) AS accounts
        CROSS JOIN LATERAL (
          SELECT FROM sessions WHERE id = asked.session_id AND account_id = accounts.id AND expires_at > ${now} LIMIT 1
        ) AS session
    )${counting ? sql`, ${counting.steps('caller')}` : sql``}
    SELECT place, role, login, differences, is_limited, ${counting?.counted ?? sql`0`} AS counted FROM caller`.execute(
    db,
  );
  const found = new Map(rows.map(({ place, ...account }) => [Number(place), account]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
};

/** Records a sign-in if the account and the checked password are still good. */
export const noteSignIn = async (
  db: Db,
  { accountId, passwordHash, now }: { accountId: string; passwordHash: string; now: Date },
): Promise<boolean> =>
  (await db
    .updateTable('accounts')
    .set({ last_login_at: now })
    .where('id', '=', accountId)
    .where('status', '=', sql.lit('active'))
    .where('password_hash', '=', passwordHash)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const settingHash = (db: Db, accountId: string, passwordHash: string) =>
  db
    .updateTable('accounts')
    .set((eb) => ({
      password_hash: passwordHash,
      failed_logins: 0,
      blocked_until: null,
      token_epoch: eb('token_epoch', '+', 1),
    }))
    .where('id', '=', accountId);

/** Sets the password, resets the count of wrong ones and ends the access tokens issued so far. */
export const setPasswordHash = async (db: Db, accountId: string, passwordHash: string): Promise<void> => {
  await settingHash(db, accountId, passwordHash).execute();
};

/** The same if the account is active and its password is still `from`; otherwise false. */
export const replacePasswordHash = async (
  tx: Tx,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> =>
  (await settingHash(tx, accountId, to)
    .where('status', '=', sql.lit('active'))
    .where('password_hash', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Invalidates the access tokens issued so far. */
export const endAccessTokens = async (db: Db, accountId: string): Promise<void> => {
  await db
    .updateTable('accounts')
    .set((eb) => ({ token_epoch: eb('token_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .execute();
};

/** How these accounts sign in, also deleted ones, by their ids: the username of staff. */
export const loginsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = db.selectFrom('accounts').select(['id', 'login']).where(among('id', { ids }));
  return new Map((await found.execute()).map(({ id, login }) => [id, login]));
};

/** The username of an account of another relation, as an expression. */
export const loginOf = (accountId: RawBuilder<unknown>) => sql<string | null>`(
  SELECT login FROM accounts WHERE accounts.id = ${accountId})`;

/** The accounts of staff with this username, also deleted ones, as a relation of their ids. */
export const accountsOfLogin = (login: string): RawBuilder<{ id: string }> => sql`
  SELECT id FROM accounts WHERE id = ANY(ARRAY(SELECT account_id FROM staff_users)) AND lower(login) = lower(${login})`;

/** Members who have set no password yet, as a relation of their accounts' ids. */
export const accountsWithoutPassword = sql<{ id: string }>`
  SELECT id FROM accounts WHERE kind = 'member' AND status = 'active' AND password_hash IS NULL`;

/** Filters the accounts to members' without a password. */
export const withoutPassword = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${accountsWithoutPassword}) AS without WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
};

export type NewTenant = { username: string; tenantCode: string; fullname: string; email: string };

/** Adds a tenant's sign-in without a password and answers the account's id. */
export const addTenant = async (db: Db, tenant: NewTenant, now: Date): Promise<string> => {
  // Usernames are compared in lower case.
  const login = tenant.username.toLowerCase();
  const accountId = await insertAccount(db, { kind: 'tenant', login, role: 'Tenant', now });
  const { tenantCode, fullname, email } = tenant;
  await db
    .insertInto('tenant_users')
    .values({ account_id: accountId, tenant_code: tenantCode, fullname, email })
    .execute();
  return accountId;
};

/** Gives a tenant's sign-in the name and e-mail of the tenant's record. */
export const renameTenant = async (
  db: Db,
  accountId: string,
  person: Pick<NewTenant, 'fullname' | 'email'>,
): Promise<void> => {
  await db.updateTable('tenant_users').set(person).where('account_id', '=', accountId).execute();
};

/** A tenant's sign-in record, or null. */
export const tenantById = async (db: Db, accountId: string) =>
  (await db
    .selectFrom('tenant_users')
    .innerJoin('accounts', 'accounts.id', 'tenant_users.account_id')
    .select(['accounts.login as username', 'tenant_code', 'fullname', 'email'])
    .where('account_id', '=', accountId)
    .where('accounts.status', '<>', sql.lit('deleted'))
    .executeTakeFirst()) ?? null;
