import { COUNTED_AHEAD, type ListQuery, type RowOf } from '@banbo/contract';
import { type ControlledTransaction, type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { readingRows } from '../connection/replica.ts';
import type { Db, Tables } from '../database.ts';
import { countRows } from '../records.ts';
import type { Filtering, Listed, ListRows, ListSql, Order, Unpaged } from './list-sql.ts';

const BATCH = 1_000;

/**
 * Settings of the transaction. The plan is one that gives its first rows at once: one that sorts
 * everything first could take longer than a statement may. Between two batches it waits for the
 * receiver of the last one, who may take it slowly; how long in all is for the caller to bound.
 */
const SETTINGS = sql`SELECT set_config('cursor_tuple_fraction', '0.0001', true),
  set_config('idle_in_transaction_session_timeout', '5min', true)`;

/** Reads a query by a cursor in a transaction, in batches; other work runs between them. */
export async function* byCursor<Row>(tx: Db, query: OperationNodeSource): AsyncGenerator<Row[]> {
  await sql`DECLARE listed NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (;;) {
    const { rows: batch } = await sql<Row>`FETCH ${sql.lit(BATCH)} FROM listed`.execute(tx);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
  }
}

async function* inTransaction<Row>(tx: ControlledTransaction<Tables>, rows: (db: Db) => ListRows<Row>) {
  try {
    await SETTINGS.execute(tx);
    yield* byCursor<Row>(tx, rows(tx));
  } finally {
    // It has changed nothing, and a connection that was lost has nothing to take back.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

/**
 * Reads rows of a list by a cursor, all as of one moment. Each batch is a statement of its own with
 * its own time limit; memory holds one batch. Ending the generator early ends the query.
 */
async function* inBatches<Row>(db: Db, rows: (db: Db) => ListRows<Row>): AsyncGenerator<Row[]> {
  const { first, others } = await readingRows(async () => {
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
    const batches = inTransaction(tx, rows);
    return { first: await batches.next(), others: batches };
  });
  try {
    if (!first.done) yield first.value;
    yield* others;
  } finally {
    await others.return();
  }
}

/** A list as its endpoints read it: rows are shaped for the answer. */
export type ListSource<Query, Row, Scope = void> = {
  page: (db: Db, query: Query, scope: Scope) => Promise<Listed<Row>>;
  /** All rows of the filter, as of one moment, some at a time. */
  batches: (db: Db, query: Unpaged<Query>, scope: Scope) => AsyncGenerator<Row[]>;
  /** How many rows the filter has, counted as far as `most`. */
  count: (db: Db, query: Unpaged<Query>, scope: Scope, most: number) => Promise<number>;
};

/** A list in SQL, which tells its ids too. */
export type SqlListSource<Query, Row, Scope = void> = ListSource<Query, Row, Scope> & {
  /** The ids of all rows of the filter, in no order. */
  ids: (db: Db, query: Filtering<Query>, scope: Scope) => Promise<string[]>;
};

type Query = { page: number; size: number; sort: string };
/** A list's definition in the contract. */
type Definition = { page: { schema: { querystring: z.ZodType<Query> } }; row: z.ZodType; reach?: number };

const orderOf = (sorts: Readonly<Record<string, readonly string[]>>, sort: string): Order => {
  const name = sort.replace(/^-/, '');
  return { columns: sorts[name] ?? [], direction: sort === name ? 'asc' : 'desc' };
};

/** Counts rows, as far as `most` if there is one. */
const countTo = (db: Db, rows: ListRows<unknown>, most: number | undefined): Promise<number> =>
  countRows(db, most === undefined ? rows : rows.limit(most));

/**
 * Makes a list's pages, count and batches out of its definition and its SQL. `present` shapes rows
 * for the answer; its `db` is for what they name of other records.
 */
export const listSource = <L extends Definition, Raw, Scope = void>(
  { reach }: L,
  list: ListSql<ListQuery<L>, Raw, Scope>,
  present: (rows: Raw[], db: Db, scope: Scope) => RowOf<L>[] | Promise<RowOf<L>[]>,
): SqlListSource<ListQuery<L>, RowOf<L>, Scope> => {
  type Query = ListQuery<L>;
  const filled = (query: Unpaged<Query>): [string, unknown][] =>
    Object.entries(query).filter(([name, value]) => name in list.filters && value !== undefined && value !== '');
  const conditions = (query: Unpaged<Query>, scope: Scope): RawBuilder<SqlBool>[] => {
    const filters = list.filters as Record<string, (value: unknown, scope: Scope) => RawBuilder<SqlBool> | null>;
    const given = filled(query).map(([name, value]) => filters[name]?.(value, scope));
    return [list.scope?.(scope), list.always?.(query), ...given].filter((one) => one !== undefined && one !== null);
  };
  const matching = (db: Db, query: Unpaged<Query>, scope: Scope): ListRows<Raw> =>
    conditions(query, scope).reduce((rows, condition) => rows.where(condition), list.rows(db, query));
  const ordered = (db: Db, query: Unpaged<Query>, scope: Scope): ListRows<Raw> => {
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
      return { ...(reach !== undefined && { isCut: false }), ...listed, rows: await present(listed.rows, db, scope) };
    },
    batches: async function* (db, query, scope) {
      for await (const rows of inBatches(db, (tx) => ordered(tx, query, scope))) yield await present(rows, db, scope);
    },
    ids: async (db, query, scope) => {
      const rows = matching(db, query as Unpaged<Query>, scope);
      const listed = await sql<{ id: string }>`SELECT id::text AS id FROM (${rows}) AS listed`.execute(db);
      return listed.rows.map(({ id }) => id);
    },
    count: (db, query, scope, most) => countTo(db, matching(db, query, scope), most),
  };
};
