import { COUNTED_AHEAD, type ListQuery, type RowOf } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
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

type Query = { page: number; size: number; sort: string };
/** A list's definition in the contract. */
type Definition = { page: { schema: { querystring: z.ZodType<Query> } }; row: z.ZodType; reach?: number };

const orderOf = (sorts: Readonly<Record<string, readonly string[]>>, sort: string): Order => {
  const name = sort.replace(/^-/, '');
  return { columns: sorts[name] ?? [], direction: sort === name ? 'asc' : 'desc' };
};

/** Counts rows, as far as `most` if there is one. */
const countTo = async (db: Db, rows: ListRows<unknown>, most: number | undefined): Promise<number> => {
  const counted = most === undefined ? rows : rows.limit(most);
  const found = await sql<{ count: string }>`SELECT count(*) AS count FROM (${counted}) AS reached`.execute(db);
  return Number(found.rows[0]?.count);
};

/**
 * Makes a list's pages, count and batches out of its definition and its SQL. `present` shapes rows for the answer; its `db` is
 * for what they name of other records.
 */
export const listSource = <L extends Definition, Raw, Scope = void>(
  { reach }: L,
  list: ListSql<ListQuery<L>, Raw, Scope>,
  present: (rows: Raw[], db: Db) => RowOf<L>[] | Promise<RowOf<L>[]>,
): ListSource<ListQuery<L>, RowOf<L>, Scope> => {
  type Query = ListQuery<L>;
  const filled = (query: Asked<Query>): [string, unknown][] =>
    Object.entries(query).filter(([name, value]) => name in list.filters && value !== undefined && value !== '');
  const conditions = (query: Asked<Query>, scope: Scope): RawBuilder<SqlBool>[] => {
    const filters = list.filters as Record<string, (value: unknown) => RawBuilder<SqlBool> | null>;
    const given = filled(query).map(([name, value]) => filters[name]?.(value));
    return [list.scope?.(scope), list.always?.(query), ...given].filter((one) => one !== undefined && one !== null);
  };
  const matching = (db: Db, query: Asked<Query>, scope: Scope): ListRows<Raw> =>
    conditions(query, scope).reduce((rows, condition) => rows.where(condition), list.rows(db, query));
  const ordered = (db: Db, query: Asked<Query>, scope: Scope): ListRows<Raw> => {
    const { columns, direction } = list.order?.(query) ?? orderOf(list.sorts, (query as { sort: string }).sort);
    return columns.reduce((rows, column) => rows.orderBy(sql.ref(column), direction), matching(db, query, scope));
  };
  const countedPage = async (db: Db, query: Query, scope: Scope): Promise<Listed<Raw>> => {
    const most = reach === undefined ? undefined : Math.min(reach, query.page * query.size + COUNTED_AHEAD);
    const found = await countTo(db, matching(db, query, scope), most === undefined ? undefined : most + 1);
    const isCut = most !== undefined && found > most;
    const count = isCut ? most : found;
    const offset = (query.page - 1) * query.size;
    const limit = Math.min(query.size, count - offset);
    const rows = limit <= 0 ? [] : await ordered(db, query, scope).limit(limit).offset(offset).execute();
    return { rows, count, ...(most !== undefined && { isCut }) };
  };
  const rolledUpPage = (db: Db, query: Query, scope: Scope): Promise<Listed<Raw>> | null => {
    const knows = new Set<string>(list.rollUp?.knows as readonly string[] | undefined);
    return filled(query).every(([name]) => knows.has(name)) ? (list.rollUp?.page(db, query, scope) ?? null) : null;
  };
  return {
    page: async (db, query, scope) => {
      const listed = await (rolledUpPage(db, query, scope) ?? countedPage(db, query, scope));
      return { ...(reach !== undefined && { isCut: false }), ...listed, rows: await present(listed.rows, db) };
    },
    batches: async function* (db, query, scope) {
      for await (const rows of inBatches(db, (tx) => ordered(tx, query, scope))) yield await present(rows, db);
    },
    count: (db, query, scope, most) => countTo(db, matching(db, query, scope), most),
  };
};
