import type { ListQuery, RepeatedJournal, repeatedJournalList } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListSql } from '#db/list/list-sql.ts';

export type Repeated = Selectable<Tables['repeated_journals']>;

/** Adds a repetition; false where the journal is repeated already. */
export const insertRepeated = async (tx: Tx, row: Insertable<Tables['repeated_journals']>): Promise<boolean> => {
  const added = await tx
    .insertInto('repeated_journals')
    .values(row)
    .onConflict((conflict) => conflict.column('journal_id').where('status', '=', sql.lit('running')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

const due = (db: Db, day: string) =>
  db
    .selectFrom('repeated_journals')
    .where('status', '=', sql.lit('running'))
    .where('next_day', '<=', day)
    .where((where) => where.or([where('last_day', 'is', null), where('next_day', '<=', where.ref('last_day'))]));

export const hasDueRepeated = async (db: Db, day: string): Promise<boolean> =>
  (await due(db, day).select('id').limit(1).executeTakeFirst()) !== undefined;

/** Locks the one that is due longest; another server's are skipped. */
export const lockDueRepeated = (tx: Tx, day: string): Promise<Repeated | undefined> =>
  due(tx, day).selectAll().orderBy('next_day').orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst();

export const setNextDay = async (tx: Tx, id: string, next_day: string): Promise<void> => {
  await tx.updateTable('repeated_journals').set({ next_day }).where('id', '=', id).execute();
};

type Row = Omit<RepeatedJournal, 'status'> & { status: Repeated['status'] };

export const repeatedSql: ListSql<ListQuery<typeof repeatedJournalList>, Row> = {
  rows: (db) =>
    db
      .selectFrom(
        sql<Row>`(
        SELECT repeated.id, journal_id::text AS journal_id, number, description, amount, day_of_month, last_day,
          CASE WHEN repeated.status = 'running' AND (last_day IS NULL OR next_day <= last_day) THEN next_day END AS next_day,
          repeated.status, repeated.status_reason
        FROM repeated_journals AS repeated JOIN journals ON journals.id = journal_id
      )`.as('repeated'),
      )
      .selectAll() as never,
  filters: { status: equals('status') },
  sorts: { id: ['id'] },
};
