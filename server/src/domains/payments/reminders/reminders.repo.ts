import type { ListQuery, reminderList } from '@banbo/contract';
import type { RawBuilder } from 'kysely';
import type { Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

type ListedBatch = Pick<
  Tables['reminder_batches'],
  'age' | 'recipients' | 'parts' | 'cost' | 'created_by' | 'created_at'
> & { id: string; skipped: number };

/** `skipped` is how many reminders of a row were skipped. */
export const remindersSql = (
  skipped: () => RawBuilder<number>,
): ListSql<ListQuery<typeof reminderList>, ListedBatch> => ({
  rows: (db) =>
    db
      .selectFrom('reminder_batches')
      .select(['id', 'age', 'recipients', 'parts', 'cost', 'created_by', 'created_at'])
      .select(skipped().as('skipped')),
  filters: {},
  sorts: { created_at: ['created_at', 'id'] },
});
