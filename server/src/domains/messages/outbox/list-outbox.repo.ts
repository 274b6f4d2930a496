import { type ListQuery, normalizePhone, type outboxList } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { equals } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { OutboxRow } from './outbox.repo.ts';

type Query = ListQuery<typeof outboxList>;

/** The messages of a status as staff see it: those past their time count as expired before the hourly job marks them. */
const inStatus =
  (now: Date) =>
  (status: NonNullable<Query['status']>): RawBuilder<SqlBool> => {
    if (status === 'sent') return sql`status = 'sent'`;
    if (status === 'expired') {
      return sql`(status = 'expired' OR (status IN ('waiting', 'held', 'failed') AND expires_at <= ${now}))`;
    }
    return sql`status = ${sql.lit(status)} AND expires_at > ${now}`;
  };

/** Messages come in the order of their ids, which is that of writing. */
export const outboxSql = (now: Date): ListSql<Query, OutboxRow> => ({
  rows: (db) => db.selectFrom('outbox_messages').selectAll(),
  filters: {
    channel: equals('channel'),
    status: inStatus(now),
    // A number in any usual spelling, or an address as it was written.
    recipient: (text) => equals('recipient')(normalizePhone(text) ?? text),
  },
  sorts: { created_at: ['id'] },
});
