import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from './in-batches.ts';
import type { Asked, Listed, ListRows, ListSql, Order } from './list-sql.ts';

/** A list as its endpoints read it: rows are shaped for the answer. */
export type ListSource<Query, Row, Scope = void> = {
  page: (db: Db, query: Query, scope: Scope) => Promise<Listed<Row>>;
  /** All rows of the filter, as of one moment, some at a time. */
  batches: (db: Db, query: Asked<Query>, scope: Scope) => AsyncGenerator<Row[]>;
  /** How many rows the filter has, counted as far as `most`. */
  count: (db: Db, query: Asked<Query>, scope: Scope, most: number) => Promise<number>;
};

type ListQuery = { page: number; size: number; sort: string };

type Shape<Raw, Row> = {
  /** Rows that are counted and paged at most, where the list has no totals of its own. */
  reach?: number | undefined;
  /** Shapes rows for the answer; `db` is for what they name of other records. */
  present: (rows: Raw[], db: Db) => Row[] | Promise<Row[]>;
};

const orderOf = (sorts: Readonly<Record<string, readonly string[]>>, sort: string): Order => {
  const name = sort.replace(/^-/, '');
  return { columns: sorts[name] ?? [], direction: sort === name ? 'asc' : 'desc' };
};

const countTo = async (db: Db, rows: ListRows<unknown>, most: number): Promise<number> => {
  const found = await sql<{ count: string }>`
    SELECT count(*) AS count FROM (${rows.limit(most)}) AS reached`.execute(db);
  return Number(found.rows[0]?.count);
};

/** Makes a list's pages, count and batches out of its SQL. */
export const listSource = <Query extends ListQuery, Raw, Row, Scope = void>(
  list: ListSql<Query, Raw, Scope>,
  { reach = Number.POSITIVE_INFINITY, present }: Shape<Raw, Row>,
): ListSource<Query, Row, Scope> => {
  const conditions = (query: Asked<Query>, scope: Scope): RawBuilder<SqlBool>[] => {
    const given = Object.entries(list.filters).map(([name, condition]) => {
      const value = (query as Record<string, unknown>)[name];
      return value === undefined || value === '' ? null : (condition as (given: unknown) => RawBuilder<SqlBool>)(value);
    });
    return [list.scope?.(scope), list.always?.(query), ...given].filter((one) => one !== undefined && one !== null);
  };
  const matching = (db: Db, query: Asked<Query>, scope: Scope): ListRows<Raw> =>
    conditions(query, scope).reduce((rows, condition) => rows.where(condition), list.rows(db));
  const ordered = (db: Db, query: Asked<Query>, scope: Scope): ListRows<Raw> => {
    const { columns, direction } = list.order?.(query) ?? orderOf(list.sorts, (query as { sort: string }).sort);
    return columns.reduce((rows, column) => rows.orderBy(sql.ref(column), direction), matching(db, query, scope));
  };
  const countedPage = async (db: Db, query: Query, scope: Scope): Promise<Listed<Raw>> => {
    const count = await countTo(db, matching(db, query, scope), reach);
    const offset = (query.page - 1) * query.size;
    const limit = Math.min(query.size, count - offset);
    const rows = limit <= 0 ? [] : await ordered(db, query, scope).limit(limit).offset(offset).execute();
    return { rows, count };
  };
  return {
    page: async (db, query, scope) => {
      const listed = await (list.page?.(db, query) ?? countedPage(db, query, scope));
      return { ...listed, rows: await present(listed.rows, db) };
    },
    batches: async function* (db, query, scope) {
      for await (const rows of inBatches(db, (tx) => ordered(tx, query, scope))) yield await present(rows, db);
    },
    count: (db, query, scope, most) => countTo(db, matching(db, query, scope), most),
  };
};
