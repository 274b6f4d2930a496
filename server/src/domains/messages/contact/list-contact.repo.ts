import type { ContactStatus, contactList, ListQuery } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { equals, fromDay, untilDay } from '#db/list/conditions.ts';
import type { ListSql, Order } from '#db/list/list-sql.ts';
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

/** States with few messages, as long as the office answers. */
const FEW: ReadonlySet<Query['state']> = new Set(['open', 'new', 'assigned']);

/**
 * Every typed word begins one of the message's; words are parted as the column's own are. A text without any finds nothing. Few
 * messages are looked through, whatever the word: the index has each message of a common one, and the planner takes it for rare.
 */
const hasWords = (text: string, state: Query['state']): RawBuilder<SqlBool> => {
  const typed = sql`nullif(btrim(regexp_replace(${text}::text, '[^[:alnum:]]+', ' ', 'g')), '')`;
  const words = FEW.has(state) ? sql`(words || '')` : sql`words`;
  return sql`${words} @@ to_tsquery('simple', replace(${typed}, ' ', ':* & ') || ':*')`;
};

/**
 * The order of what a search finds, by columns that no index has. By an index's own, a rare word would be looked for in every
 * message from the first one on: the planner takes it for a common one.
 */
const FOUND_ORDERS: Readonly<Record<Query['sort'], Order>> = {
  status: { columns: ['found_rank', 'found_at', 'id'], direction: 'asc' },
  '-status': { columns: ['found_rank', 'found_at', 'id'], direction: 'desc' },
  received_at: { columns: ['found_at', 'id'], direction: 'asc' },
  '-received_at': { columns: ['found_at', 'id'], direction: 'desc' },
};

/** The list as the account reads it, which `me` stands for. */
export const contactSql = (accountId: string): ListSql<Query, ContactMessageRow> => ({
  rows: (db) =>
    db
      .selectFrom('contact_messages')
      .select(CONTACT_COLUMNS)
      .select([sql<number>`state_rank + 0`.as('found_rank'), sql<Date>`received_at + interval '0'`.as('found_at')]),
  filters: {
    state: inState,
    assigned: (whom) => (whom === 'me' ? sql`assigned_to = ${accountId}` : sql`assigned_to IS NULL`),
    assigned_to: equals('assigned_to'),
    driver_id: equals('driver_id'),
    search: () => null,
    from: fromDay('received_at'),
    to: untilDay('received_at'),
  },
  always: ({ search, state }) => (search ? hasWords(search, state) : sql`true`),
  sorts: {
    status: ['state_rank', 'received_at', 'id'],
    received_at: ['received_at', 'id'],
  },
  order: ({ search, sort }) => (search ? FOUND_ORDERS[sort] : null),
});
