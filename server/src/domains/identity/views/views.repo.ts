import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';

export type ViewRow = Omit<Selectable<Tables['saved_views']>, 'account_id' | 'created_at'>;
export type NewView = Omit<ViewRow, 'id'>;

/** The index that keeps an account's names on a screen apart. */
export const VIEW_NAMES = 'saved_views_name';

const COLUMNS = ['id', 'list', 'screen', 'name', 'filters', 'sort', 'hidden_columns'] as const;

const stored = ({ filters, hidden_columns, ...rest }: Partial<NewView>) => ({
  ...rest,
  ...(filters && { filters: JSON.stringify(filters) }),
  ...(hidden_columns && { hidden_columns: JSON.stringify(hidden_columns) }),
});

/** The views of an account on a screen, by name. */
export const viewsOf = (db: Db, { accountId, screen }: { accountId: string; screen: string }): Promise<ViewRow[]> =>
  db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .orderBy(sql`upper(name)`)
    .execute();

/** Counts an account's views and locks the account, so that two calls do not both count. */
export const countViews = async (tx: Tx, accountId: string): Promise<number> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  return countRows(tx, tx.selectFrom('saved_views').where('account_id', '=', accountId));
};

export const insertView = (db: Db, accountId: string, view: NewView, now: Date): Promise<ViewRow> =>
  db
    .insertInto('saved_views')
    .values({
      ...view,
      filters: JSON.stringify(view.filters),
      hidden_columns: JSON.stringify(view.hidden_columns),
      account_id: accountId,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** An account's own view, or null. */
export const ownView = async (db: Db, accountId: string, id: string): Promise<ViewRow | null> =>
  (await db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) ?? null;

export const updateView = async (
  db: Db,
  accountId: string,
  { id, change }: { id: string; change: Partial<NewView> },
): Promise<ViewRow | null> =>
  (await db
    .updateTable('saved_views')
    .set(stored(change))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(COLUMNS)
    .executeTakeFirst()) ?? null;

export const deleteView = async (db: Db, accountId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteViewsOf = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('saved_views').where('account_id', '=', accountId).execute();
};
