import { type ListQuery, reminderList, type SentReminders } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { loginOf } from '#domains/identity';
import { remindersSql } from './list-reminders.repo.ts';

/** Batches of reminders with the usernames of those who confirmed them. */
export const remindersSource: ListSource<ListQuery<typeof reminderList>, SentReminders> = listSource(
  reminderList,
  remindersSql,
  async (rows, db) => {
    const staff = [...new Set(rows.map(({ created_by }) => created_by))];
    const logins = new Map(await Promise.all(staff.map(async (id) => [id, (await loginOf(db, id)) ?? ''] as const)));
    return rows.map(({ created_by, created_at, ...batch }) => ({
      ...batch,
      created_at: created_at.toISOString(),
      sent_by: logins.get(created_by) ?? '',
    }));
  },
);
