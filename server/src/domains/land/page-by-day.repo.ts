import type { PageAsked } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListRows } from '#db/list/list-sql.ts';
import { seekPage } from '#db/list/seek-page.ts';
import type { TotalFilter } from '#db/totals/read-totals.ts';

/** A list whose rows are counted by the day of their first sort. */
export type CountedByDay<Row> = {
  /** The totals of these rows. */
  counted: TotalFilter;
  rows: (db: Db) => ListRows<Row>;
  /** Rows of this day and before. */
  until: (day: string) => RawBuilder<SqlBool>;
  /** The columns of the order, the unique one last. */
  columns: readonly string[];
};

const newestFrom = async <Row>(db: Db, list: CountedByDay<Row>, row: number, size: number): Promise<Listed<Row>> => {
  const { count, start } = await seekPage(db, list.counted, { page: row + 1, size: 1 });
  if (!start) return { rows: [], count };
  const before = start.day === null ? list.rows(db) : list.rows(db).where(list.until(start.day));
  const ordered = list.columns.reduce((some, column) => some.orderBy(sql.ref(column), 'desc'), before);
  return { rows: await ordered.limit(size).offset(start.skip).execute(), count };
};

/** A page of all rows, the newest or the oldest first, which costs the same wherever it lies. */
export const pageByDay = async <Row>(
  db: Db,
  list: CountedByDay<Row>,
  { page, size, isNewestFirst }: PageAsked & { isNewestFirst: boolean },
): Promise<Listed<Row>> => {
  const row = (page - 1) * size;
  if (isNewestFirst) return newestFrom(db, list, row, size);
  // The oldest first are the newest first from the other end, reversed.
  const { count } = await seekPage(db, list.counted, { page: 1, size: 1 });
  const length = Math.min(size, count - row);
  if (length <= 0) return { rows: [], count };
  const { rows } = await newestFrom(db, list, count - row - length, length);
  return { rows: rows.reverse(), count };
};
