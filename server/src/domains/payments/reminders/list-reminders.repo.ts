import type { ListQuery, reminderList } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

type ListedBatch = Pick<
  Tables['reminder_batches'],
  'age' | 'recipients' | 'parts' | 'cost' | 'created_by' | 'created_at'
> & { id: string; skipped: number };

export const remindersSql: ListSql<ListQuery<typeof reminderList>, ListedBatch> = {
  rows: (db) =>
    db
      .selectFrom('reminder_batches')
      .select(['id', 'age', 'recipients', 'parts', 'cost', 'created_by', 'created_at'])
      .select(
        sql<number>`(
          SELECT count(*)::integer FROM reminders WHERE batch_id = reminder_batches.id AND status = 'skipped'
        )`.as('skipped'),
      ),
  filters: {},
  sorts: { created_at: ['created_at', 'id'] },
};
