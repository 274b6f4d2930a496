import {
  APPLICATION_KINDS,
  APPLICATION_STATUSES,
  type ApplicationKind,
  type ApplicationStatus,
  type applicationList,
  type ListQuery,
  LODGED_AGES,
  type LodgedAge,
  OPEN_STATUSES,
  type PageAsked,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { countRows } from '#db/records.ts';
import { upper } from '#lib/values.ts';
import { type CountedByDay, pageByDay } from '../page-by-day.repo.ts';
import type { Application } from './applications.repo.ts';

type Query = ListQuery<typeof applicationList>;

/** The caller, for what is theirs, and the day, for what is late. */
export type ApplicationScope = { accountId: string; day: string };

const MOST_FOUND = 10_000;

const among = (statuses: readonly string[]): RawBuilder<SqlBool> =>
  sql`status IN (${sql.join(statuses.map((status) => sql.lit(status)))})`;

const isOpen = among(OPEN_STATUSES);

/** A person whose names begin with a text: either of them, or both in any order. */
const named = (first: RawBuilder<unknown>, last: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> => {
  const [word = '', ...others] = text.split(' ');
  const rest = others.join(' ');
  const both = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`(${hasPrefix(one, word)} AND ${hasPrefix(other, rest)})`;
  const ways = [
    ...[first, last].map((name) => sql`(${hasPrefix(name, text)})`),
    ...(rest === '' ? [] : [both(first, last), both(last, first)]),
  ];
  return sql`(${sql.join(ways, sql` OR `)})`;
};

const OF_APPLICANT = [
  sql`(applicant ->> 'first_name') COLLATE "C"`,
  sql`(applicant ->> 'last_name') COLLATE "C"`,
] as const;
const OF_TENANT = [sql`first_name COLLATE "C"`, sql`last_name COLLATE "C"`] as const;
const INDENTURE_KEY = sql`(regexp_replace(upper(terms ->> 'indenture_number'), '[^A-Z0-9]', '', 'g')) COLLATE "C"`;

const found = (typed: string): RawBuilder<SqlBool> => {
  const text = upper(typed);
  const key = text.replace(/[^A-Z0-9]/g, '');
  const applications = (where: RawBuilder<unknown>) =>
    sql`(SELECT id FROM land_applications WHERE ${where} LIMIT ${sql.lit(MOST_FOUND)})`;
  const keyed =
    key === ''
      ? []
      : [
          sql`plot_id = ANY(ARRAY(SELECT id FROM plots WHERE ${hasPrefix(sql`number_key`, key)} LIMIT 1000))`,
          hasPrefix(INDENTURE_KEY, key),
        ];
  const ways = [
    hasPrefix(sql`number`, text),
    sql`applicant IS NOT NULL AND ${named(...OF_APPLICANT, text)}`,
    sql`tenant_id = ANY(ARRAY(SELECT id FROM tenants WHERE ${named(...OF_TENANT, text)} LIMIT 1000))`,
    ...keyed,
  ];
  return sql`id = ANY(ARRAY(${sql.join(ways.map(applications), sql` UNION `)}))`;
};

const listed = (db: Db) => db.selectFrom('land_applications').selectAll();

const COLUMNS = ['entered_at', 'id'];
const measureOf = (status: ApplicationStatus) => `applications:${status}`;
const [FIRST, ...OTHERS] = APPLICATION_STATUSES.map(measureOf);
const ALL = [FIRST ?? '', ...OTHERS] as const;

const isStatus = (state: string): state is ApplicationStatus =>
  (APPLICATION_STATUSES as readonly string[]).includes(state);

/**
 * All applications, those of a kind or those in a state: each in the order of an index. Null for
 * other parts, whose rows are counted.
 */
const byDay = ({ kind, state }: Pick<Query, 'kind' | 'state'>): CountedByDay<Application> | null => {
  if (state && (kind || !isStatus(state))) return null;
  const one = kind ? sql<SqlBool>`kind = ${sql.lit(kind)}` : state ? among([state]) : sql<SqlBool>`true`;
  return {
    counted: { measures: state && isStatus(state) ? [measureOf(state)] : ALL, key: kind || undefined },
    rows: (db) => listed(db).where(one),
    until: (day) => sql<SqlBool>`entered_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    columns: COLUMNS,
  };
};

const countedPage = (db: Db, { page, size, sort, ...chosen }: PageAsked & Query) => {
  const list = sort.endsWith('entered_at') ? byDay(chosen) : null;
  return list && pageByDay(db, list, { page, size, isNewestFirst: sort === '-entered_at' });
};

const daysAgo = (day: string, days: number) => sql`(${day}::date - ${sql.lit(days)})::timestamp AT TIME ZONE 'UTC'`;

/** When lodged applications of an age were lodged, as of a day. */
const LODGED: Readonly<Record<LodgedAge, (day: string) => RawBuilder<SqlBool>>> = {
  week: (day) => sql`lodged_at >= ${daysAgo(day, 6)}`,
  month: (day) => sql`lodged_at < ${daysAgo(day, 6)} AND lodged_at >= ${daysAgo(day, 29)}`,
  older: (day) => sql`lodged_at < ${daysAgo(day, 29)}`,
};

export const applicationsSql: ListSql<Query, Application, ApplicationScope> = {
  rows: listed,
  filters: {
    kind: (kind) => sql`kind = ${sql.lit(kind)}`,
    state: (state) =>
      state === 'open' ? isOpen : state === 'rejected' ? among(['refused', 'annulled']) : among([state]),
    late: (_, { day }) => sql`status = 'lodged' AND due_on < ${day}::date`,
    age: (age, { day }) => sql`status = 'lodged' AND ${LODGED[age](day)}`,
    mine: (_, { accountId }) => sql`entered_by = ${accountId}::bigint`,
    search: found,
    plot_id: (id) => sql`plot_id = ${id}::bigint`,
    tenant_id: (id) => sql`tenant_id = ${id}::bigint`,
  },
  sorts: { entered_at: COLUMNS, due_on: ['due_on', 'id'] },
  rollUp: { knows: ['kind', 'state'], page: countedPage },
};

type Counts = { drafts: number; sent_back: number; waiting: number; late: number };

/** How many applications nobody has decided on, and how many of the lodged ones are late. */
export const applicationCounts = async (
  db: Db,
  day: string,
): Promise<Counts & { open: { kind: ApplicationKind; count: number }[] }> => {
  const { rows } = await sql<Counts & { kind: ApplicationKind }>`
    SELECT kind, count(*) FILTER (WHERE status = 'draft')::integer AS drafts,
      count(*) FILTER (WHERE status = 'sent_back')::integer AS sent_back,
      count(*) FILTER (WHERE status = 'lodged')::integer AS waiting,
      count(*) FILTER (WHERE status = 'lodged' AND due_on < ${day}::date)::integer AS late
    FROM land_applications WHERE ${isOpen} GROUP BY kind`.execute(db);
  const sum = (name: keyof Counts): number => rows.reduce((total, row) => total + row[name], 0);
  const openOf = (kind: ApplicationKind): number =>
    rows.filter((row) => row.kind === kind).reduce((total, row) => total + row.drafts + row.sent_back + row.waiting, 0);
  return {
    ...{ drafts: sum('drafts'), sent_back: sum('sent_back'), waiting: sum('waiting'), late: sum('late') },
    open: APPLICATION_KINDS.map((kind) => ({ kind, count: openOf(kind) })),
  };
};

const lodged = (db: Db) => db.selectFrom('land_applications').where('status', '=', sql.lit('lodged'));

/** How many applications wait for a decision. */
export const countWaitingApplications = (db: Db): Promise<number> => countRows(db, lodged(db).select('id'));

/** How many of them should have been decided before the day. */
export const countLateApplications = (db: Db, day: string): Promise<number> =>
  countRows(db, lodged(db).select('id').where('due_on', '<', day));

/** The counts of the dashboard go no further. */
const MOST_COUNTED = 1_000;

/** Lodged applications by their age, counted as far as the dashboard shows. */
export const countLodgedByAge = (db: Db, day: string): Promise<{ age: LodgedAge; count: number }[]> =>
  Promise.all(
    LODGED_AGES.map(async (age) => ({
      age,
      count: await countRows(db, lodged(db).select('id').where(LODGED[age](day)).limit(MOST_COUNTED)),
    })),
  );

/** The applications that were decided last, the newest first. */
export const lastDecided = (db: Db, most: number): Promise<Application[]> =>
  listed(db)
    .where(sql<SqlBool>`status IN ('approved', 'refused', 'annulled')`)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
