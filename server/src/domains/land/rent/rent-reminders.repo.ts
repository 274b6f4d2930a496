import type { ListQuery, rentReminderList } from '@banbo/contract';
import type { RawBuilder } from 'kysely';
import type { Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

type ListedBatch = Pick<
  Tables['rent_reminder_batches'],
  'age' | 'recipients' | 'parts' | 'cost' | 'created_by' | 'created_at'
> & { id: string; skipped: number };

/** `skipped` is how many reminders of a row were skipped. */
export const rentRemindersSql = (
  skipped: () => RawBuilder<number>,
): ListSql<ListQuery<typeof rentReminderList>, ListedBatch> => ({
  rows: (db) =>
    db
      .selectFrom('rent_reminder_batches')
      .select(['id', 'age', 'recipients', 'parts', 'cost', 'created_by', 'created_at'])
      .select(skipped().as('skipped')),
  filters: {},
  sorts: { created_at: ['created_at', 'id'] },
});
