import type { auditorList, ListQuery, NewAuditor } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { insertAccount, loginOf } from '../accounts/accounts.repo.ts';

/** Rows also of ended ones, whose account is deleted. */
const auditors = (db: Db) =>
  db
    .selectFrom('auditors')
    .innerJoin('accounts', 'accounts.id', 'auditors.account_id')
    .selectAll('auditors')
    .select(['accounts.id', 'login', 'status', 'last_login_at'])
    .select((eb) => [
      eb.ref('ends_at').$notNull().as('ends_at'),
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
      loginOf(sql.ref('auditors.opened_by')).as('opened_by_login'),
      loginOf(sql.ref('auditors.ended_by')).as('ended_by_login'),
    ]);

/** An auditor with the account that they sign in to. */
export type AuditorRow = Awaited<ReturnType<ReturnType<typeof auditors>['execute']>>[number];

export const auditorById = async (db: Db, id: string): Promise<AuditorRow | null> =>
  (await auditors(db).where('account_id', '=', id).executeTakeFirst()) ?? null;

/** The auditor, whose account is locked until the transaction ends. */
export const lockAuditor = async (tx: Tx, id: string): Promise<AuditorRow | null> =>
  (await auditors(tx).where('account_id', '=', id).forUpdate(['accounts', 'auditors']).executeTakeFirst()) ?? null;

/** The auditor with a username whose sign-in was not ended. */
export const auditorByUsername = async (db: Db, username: string): Promise<AuditorRow | null> =>
  (await auditors(db)
    .where('kind', '=', sql.lit('staff'))
    .where('login', '=', username)
    .where('status', '<>', sql.lit('deleted'))
    .executeTakeFirst()) ?? null;

export const auditorsSql: ListSql<ListQuery<typeof auditorList>, AuditorRow> = {
  rows: auditors,
  filters: {},
  sorts: { opened_at: ['opened_at', 'account_id'] },
};

type New = NewAuditor & { by: string; now: Date; endsAt: Date };

/** Adds an auditor with an account, `auditor12`, without a password; gives the account's id. */
export const insertAuditor = async (tx: Tx, { by, now, endsAt, ...auditor }: New): Promise<string> => {
  const { rows } = await sql<{ serial: string }>`
    SELECT nextval(pg_get_serial_sequence('auditors', 'serial'))::text AS serial`.execute(tx);
  const serial = rows[0]?.serial ?? '';
  const account_id = await insertAccount(tx, {
    kind: 'staff',
    login: `auditor${serial}`,
    role: 'Auditor',
    now,
    endsAt,
  });
  const { fullname, email, mobile_number, days } = auditor;
  await sql`
    INSERT INTO auditors (account_id, serial, fullname, email, mobile_number, days, opened_by, opened_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${account_id}, ${serial}, ${fullname}, ${email}, ${mobile_number}, ${days}, ${by}, ${now})`.execute(tx);
  return account_id;
};

/** Notes who ended the sign-in and why; the account is closed apart. */
export const noteEnd = async (
  tx: Tx,
  id: string,
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('auditors')
    .set({ ended_by: by, ended_at: now, end_reason: reason })
    .where('account_id', '=', id)
    .execute();
};
