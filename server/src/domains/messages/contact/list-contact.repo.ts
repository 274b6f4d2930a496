import type { ContactStatus, contactList, ListQuery } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { equals, fromDay, untilDay } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { CONTACT_COLUMNS, type ContactMessageRow } from './contact.repo.ts';

type Query = ListQuery<typeof contactList>;

/** As the migration ranks them; conditions by rank are read in the list's order. */
export const STATE_RANKS: Readonly<Record<ContactStatus, number>> = {
  new: 0,
  assigned: 1,
  replied: 2,
  closed: 3,
  spam: 4,
};

const inState = (state: Query['state']): RawBuilder<SqlBool> | null => {
  if (state === 'all') return null;
  if (state === 'open') return sql`state_rank <= ${sql.lit(STATE_RANKS.assigned)}`;
  return sql`state_rank = ${sql.lit(STATE_RANKS[state])}`;
};

/** Every typed word begins one of the message's; words are parted as the column's own are. A text without any finds nothing. */
const hasWords = (text: string): RawBuilder<SqlBool> => {
  const typed = sql`nullif(btrim(regexp_replace(${text}::text, '[^[:alnum:]]+', ' ', 'g')), '')`;
  return sql`words @@ to_tsquery('simple', replace(${typed}, ' ', ':* & ') || ':*')`;
};

/** The list as the account reads it, which `me` stands for. */
export const contactSql = (accountId: string): ListSql<Query, ContactMessageRow> => ({
  rows: (db) => db.selectFrom('contact_messages').select(CONTACT_COLUMNS),
  filters: {
    state: inState,
    assigned: (whom) => (whom === 'me' ? sql`assigned_to = ${accountId}` : sql`assigned_to IS NULL`),
    assigned_to: equals('assigned_to'),
    driver_id: equals('driver_id'),
    search: hasWords,
    from: fromDay('received_at'),
    to: untilDay('received_at'),
  },
  sorts: {
    status: ['state_rank', 'received_at', 'id'],
    received_at: ['received_at', 'id'],
  },
});
