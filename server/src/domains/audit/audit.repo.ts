import type { auditList, ListQuery } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { equals, fromDay, untilDay } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

export type NewAuditEntry = Insertable<Tables['audit_log']>;

/** Writes the entries, of which there is at least one. */
export const insertAudit = async (db: Db, entries: readonly NewAuditEntry[]): Promise<void> => {
  await db.insertInto('audit_log').values(entries).execute();
};

export const auditSql: ListSql<ListQuery<typeof auditList>, AuditRow> = {
  rows: (db) => db.selectFrom('audit_log').selectAll(),
  filters: {
    actor: (username) => equals('actor')(username.toLowerCase()),
    action: equals('action'),
    subject_kind: equals('subject_kind'),
    subject_id: equals('subject_id'),
    from: fromDay('at'),
    to: untilDay('at'),
  },
  sorts: { at: ['at', 'id'] },
};
