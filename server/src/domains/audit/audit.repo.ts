import { type AuditAction, type auditList, BY_ITSELF, type ListQuery } from '@banbo/contract';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals, fromDay, untilDay } from '#db/list/list-sql.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

type Values = Record<string, unknown> | null;

export type NewAuditEntry = Omit<Insertable<Tables['audit_log']>, 'before' | 'after'> & {
  before: Values;
  after: Values;
};

const COLUMNS = [
  'at',
  'actor_id',
  'actor',
  'action',
  'subject_kind',
  'subject_id',
  'subject',
  'before',
  'after',
  'request_id',
] as const;

/** Writes the entries as one parameter: 6,554 of them would exceed a statement's 65,535. */
export const insertAudit = async (db: Db, entries: readonly NewAuditEntry[]): Promise<void> => {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  await sql`
    INSERT INTO audit_log (${columns}) SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::audit_log, ${JSON.stringify(entries)}::jsonb)`.execute(db);
};

export type Bound = { max: number; since: Date };

/** One statement, also where `max` entries exist since `since` or `isWritten` is false. */
export const insertAuditWithin = async (
  db: Db,
  entry: NewAuditEntry,
  { max, since, isWritten }: Bound & { isWritten: boolean },
): Promise<void> => {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  await sql`
    INSERT INTO audit_log (${columns}) SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::audit_log, ${JSON.stringify([entry])}::jsonb)
    WHERE ${isWritten}::boolean AND ${max}::integer > (
      SELECT count(*) FROM (
        SELECT FROM audit_log WHERE subject_kind = ${entry.subject_kind} AND subject_id = ${entry.subject_id}
          AND action = ${entry.action} AND at >= ${since} LIMIT ${max}::integer
      ) AS alike
    )`.execute(db);
};

/** The last entries about a record, the newest first. */
export const lastEntries = (db: Db, { kind, id, size }: { kind: string; id: string; size: number }) =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'after'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();

/** Filters the records to those with an entry in the log. */
export const auditedAmong = async (
  db: Db,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${ids}::text[]) AS given (id)
    WHERE EXISTS (SELECT FROM audit_log WHERE subject_kind = ${kind} AND subject_id = given.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

// Constants, so that the planner sees the indexes of what people did.
const BY_SERVER = sql<SqlBool>`actor = ${sql.lit(BY_ITSELF)}`;
const BY_PEOPLE = sql<SqlBool>`actor <> ${sql.lit(BY_ITSELF)}`;

export const auditSql: ListSql<ListQuery<typeof auditList>, AuditRow> = {
  rows: (db) => db.selectFrom('audit_log').selectAll(),
  filters: {
    actor: (username) => equals('actor')(username.toLowerCase()),
    action: equals('action'),
    by: (by) => (by === 'all' ? null : by === 'server' ? BY_SERVER : BY_PEOPLE),
    subject_kind: equals('subject_kind'),
    subject_id: equals('subject_id'),
    from: fromDay('at'),
    to: untilDay('at'),
  },
  sorts: { at: ['at', 'id'] },
};

/** Entries on any of these records, the newest first. */
export const entriesOn = async (
  db: Db,
  subjects: readonly { kind: string; id: string }[],
  most: number,
): Promise<AuditRow[]> =>
  (
    await sql<AuditRow>`
      SELECT audit_log.* FROM jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) AS subject (kind text, id text)
        JOIN audit_log ON subject_kind = subject.kind AND subject_id = subject.id
      ORDER BY at DESC, audit_log.id DESC LIMIT ${sql.lit(most)}`.execute(db)
  ).rows;

const HISTORY = 30;

/** The last changes of a record, the newest first: each has its reason, or its paper. */
export const historyOf = async (
  db: Db,
  { kind, id }: { kind: string; id: string },
): Promise<{ at: Date; actor: string; action: string; reason: string | null }[]> =>
  (
    await sql<{ at: Date; actor: string; action: string; reason: string | null }>`
      SELECT at, actor, action, coalesce(
        after ->> 'reason', after ->> 'status_reason', after ->> 'paper', before ->> 'paper'
      ) AS reason
      FROM audit_log
      WHERE subject_kind = ${kind} AND subject_id = ${id} ORDER BY at DESC, id DESC LIMIT ${sql.lit(HISTORY)}`.execute(
      db,
    )
  ).rows;

/** Counts what people did after a moment, by groups of actions, leaving out some moments. */
export const countActions = async <Group extends string>(
  db: Db,
  groups: Readonly<Record<Group, readonly AuditAction[]>>,
  { after, but }: { after: Date; but: readonly Date[] },
): Promise<Record<Group, number>> => {
  const names = Object.keys(groups) as Group[];
  const found = await db
    .selectFrom('audit_log')
    .select((eb) => ['action', eb.fn.countAll<string>().as('count')])
    .where(
      'action',
      'in',
      names.flatMap((name) => [...groups[name]]),
    )
    .where('at', '>', after)
    .where(sql<boolean>`at <> ALL(${but}::timestamptz[])`)
    .groupBy('action')
    .execute();
  const countOf = (actions: readonly string[]): number =>
    found.reduce((sum, { action, count }) => sum + (actions.includes(action) ? Number(count) : 0), 0);
  return Object.fromEntries(names.map((name) => [name, countOf(groups[name])])) as Record<Group, number>;
};
