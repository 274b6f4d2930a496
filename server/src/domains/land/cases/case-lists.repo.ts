import {
  addDays,
  COURT_CASE_STATUSES,
  type CourtCaseStatus,
  type courtCaseList,
  type ListQuery,
  type PageAsked,
} from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { countRows } from '#db/records.ts';
import { upper } from '#lib/values.ts';
import { type CountedByDay, pageByDay } from '../page-by-day.repo.ts';

type Query = ListQuery<typeof courtCaseList>;
export type StoredCase = Selectable<Tables['court_cases']>;

const MOST_FOUND = 10_000;

/** The letters and digits of a suit number, as its key has them. */
const suitKey = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Cases by the beginning of the suit number, or of a party's name or last word of it. */
const found = (typed: string): RawBuilder<SqlBool> => {
  const [text, key] = [upper(typed), suitKey(typed)];
  const ofParty = (name: RawBuilder<unknown>) =>
    sql`(SELECT case_id AS id FROM court_parties WHERE ${hasPrefix(name, text)} LIMIT ${sql.lit(MOST_FOUND)})`;
  const ways = [
    ...(key === ''
      ? []
      : [sql`(SELECT id FROM court_cases WHERE ${hasPrefix(sql`suit_key`, key)} LIMIT ${sql.lit(MOST_FOUND)})`]),
    ofParty(sql`(name COLLATE "C")`),
    ofParty(sql`(regexp_replace(name, '^.* ', '') COLLATE "C")`),
  ];
  return sql`id = ANY(ARRAY(${sql.join(ways, sql` UNION `)}))`;
};

/** Cases with a planned hearing in a span of days. */
const heard = (span: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`id = ANY(ARRAY(
  SELECT case_id FROM court_hearings WHERE status = 'planned' AND ${span} LIMIT ${sql.lit(MOST_FOUND)}
))`;

const within = (day: string, days: number): RawBuilder<SqlBool> =>
  heard(sql`day BETWEEN ${day}::date AND ${addDays(day, days)}::date`);

const NEXT_HEARING: Record<NonNullable<Query['hearing']>, (day: string) => RawBuilder<SqlBool>> = {
  week: (day) => within(day, 7),
  month: (day) => within(day, 30),
  missed: (day) => heard(sql`day < ${day}::date`),
  none: (day) => sql`NOT EXISTS (
    SELECT FROM court_hearings WHERE case_id = court_cases.id AND status = 'planned' AND day >= ${day}::date
  )`,
};

const listed = (db: Db) => db.selectFrom('court_cases').selectAll();
const COLUMNS = ['entered_at', 'id'];
const measureOf = (status: CourtCaseStatus) => `court_cases:${status}`;
const [FIRST, ...OTHERS] = COURT_CASE_STATUSES.map(measureOf);
const ALL = [FIRST ?? '', ...OTHERS] as const;

/** All cases, those of a court, those in a state, or both: each in the order of an index. */
const byDay = ({ state, court }: Pick<Query, 'state' | 'court'>): CountedByDay<StoredCase> => {
  const some = [
    ...(state ? [sql<SqlBool>`status = ${sql.lit(state)}`] : []),
    ...(court ? [sql<SqlBool>`court = ${sql.lit(court)}`] : []),
  ];
  return {
    counted: { measures: state ? [measureOf(state)] : ALL, key: court || undefined },
    rows: (db) => some.reduce((rows, one) => rows.where(one), listed(db)),
    until: (day) => sql<SqlBool>`entered_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    columns: COLUMNS,
  };
};

const countedPage = (db: Db, { page, size, sort, ...chosen }: PageAsked & Query) =>
  pageByDay(db, byDay(chosen), { page, size, isNewestFirst: sort === '-entered_at' });

/** The list of cases; its scope is the day on which hearings are ahead. */
export const courtCasesSql: ListSql<Query, StoredCase, { day: string }> = {
  rows: listed,
  filters: {
    state: (state) => sql`status = ${sql.lit(state)}`,
    court: (court) => sql`court = ${sql.lit(court)}`,
    hearing: (span, { day }) => NEXT_HEARING[span](day),
    search: found,
    plot_id: (id) => sql`id = ANY(ARRAY(SELECT case_id FROM court_case_plots WHERE plot_id = ${id}::bigint))`,
  },
  sorts: { entered_at: COLUMNS },
  rollUp: { knows: ['state', 'court'], page: countedPage },
};

/** Cases that begin as typed, the newest first. */
export const casesNamed = (db: Db, text: string, most: number): Promise<StoredCase[]> =>
  listed(db).where(found(text)).orderBy('entered_at', 'desc').orderBy('id', 'desc').limit(most).execute();

/** The counts go no further. */
const MOST_COUNTED = 1_000;

/** How many pending cases are heard within a week of the day. */
export const countHeardCases = (db: Db, day: string): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('court_cases')
      .select('id')
      .where('status', '=', sql.lit('pending'))
      .where(within(day, 7))
      .limit(MOST_COUNTED),
  );
