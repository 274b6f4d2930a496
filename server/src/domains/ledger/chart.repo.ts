import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

/** A row of the chart of accounts. */
export type LedgerAccount = Selectable<Tables['ledger_accounts']>;

const chart = (db: Db) => db.selectFrom('ledger_accounts').selectAll();

/** The chart of accounts in the order of their codes. */
export const readChart = (db: Db): Promise<LedgerAccount[]> => chart(db).orderBy('code').execute();

export const accountByCode = (db: Db, code: string): Promise<LedgerAccount | undefined> =>
  chart(db).where('code', '=', code).executeTakeFirst();

/** Those of the accounts to which something was posted. */
export const postedAccounts = async (db: Db, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM unnest(${codes}::text[]) AS asked (code)
    WHERE EXISTS (SELECT FROM ledger_postings WHERE account = code)`.execute(db);
  return new Set(rows.map(({ code }) => code));
};

/** Adds an account; undefined where the code is taken. */
export const insertBookAccount = async (
  tx: Tx,
  row: Insertable<Tables['ledger_accounts']>,
): Promise<LedgerAccount | undefined> =>
  tx
    .insertInto('ledger_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateBookAccount = async (
  tx: Tx,
  code: string,
  set: Partial<Pick<LedgerAccount, 'name' | 'parent' | 'closed_at' | 'holds_money'>>,
): Promise<void> => {
  await tx.updateTable('ledger_accounts').set(set).where('code', '=', code).execute();
};

/** Locks the books until the transaction ends: nothing is posted and no month closes meanwhile. */
export const holdBooks = async (tx: Tx): Promise<{ number: string; hash: Buffer; open_from: string }> => {
  const { rows } = await sql<{ number: string; hash: Buffer; open_from: string }>`
    SELECT number::text, hash, open_from FROM ledger_head FOR UPDATE`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error('The books have no head');
  return head;
};
