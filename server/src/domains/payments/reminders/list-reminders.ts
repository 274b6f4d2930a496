import { type ListQuery, reminderList, type SentReminders } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import { remindersSql } from './list-reminders.repo.ts';

/** Batches of reminders with the usernames of those who confirmed them. */
export const remindersSource: ListSource<ListQuery<typeof reminderList>, SentReminders> = listSource(
  reminderList,
  remindersSql,
  async (rows, db) => {
    const logins = await loginsOf(
      db,
      rows.map(({ created_by }) => created_by),
    );
    return rows.map(({ created_by, created_at, ...batch }) => ({
      ...batch,
      created_at: created_at.toISOString(),
      sent_by: logins.get(created_by) ?? '',
    }));
  },
);
