import { addDays } from '@banbo/contract';
import { type OperationNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * A page with the whole filter's totals; `amount` and `waiting` are money with two decimals, of
 * money lists only. `isCut` where more matches than is counted and added up.
 */
export type Listed<Row> = { rows: Row[]; count: number; amount?: string; waiting?: string; isCut?: boolean };

/** The part of a Kysely query that a list extends. */
export type ListRows<Row> = {
  where(condition: RawBuilder<SqlBool>): ListRows<Row>;
  orderBy(column: RawBuilder<unknown>, direction: 'asc' | 'desc'): ListRows<Row>;
  limit(count: number): ListRows<Row>;
  offset(count: number): ListRows<Row>;
  execute(): Promise<Row[]>;
  toOperationNode(): OperationNode;
};

type Paged = { page: number; size: number };
/** The part of a list's query that a file of the list has too. */
export type Unpaged<Query> = Omit<Query, keyof Paged>;

/** The filters of a list's query alone. */
export type Filtering<Query> = Omit<Query, keyof Paged | 'sort'>;

type SortName<Sort> = Sort extends `-${infer Name}` ? Name : Sort;

/** Columns that put rows into one order, all in the same direction; the last of them is unique. */
export type Order = { columns: readonly string[]; direction: 'asc' | 'desc' };

/** The SQL of a list. A sort's columns must be those of an index, or the table always small. */
export type ListSql<Query extends Paged & { sort: string }, Row, Scope = void> = {
  /** All rows that the list can show, with its columns; the query's filters make grouped rows. */
  rows: (db: Db, query: Unpaged<Query>) => ListRows<Row>;
  /** The condition of each filter that has a value; null where `always` looks after it. */
  filters: {
    [Name in Exclude<keyof Unpaged<Query>, 'sort'>]-?: (
      value: NonNullable<Query[Name]>,
      scope: Scope,
    ) => RawBuilder<SqlBool> | null;
  };
  /** A condition beside the filters, which may depend on those that are left out. */
  always?: (query: Unpaged<Query>) => RawBuilder<SqlBool>;
  /** Bounds the list to what its caller may see. */
  scope?: (scope: Scope) => RawBuilder<SqlBool>;
  /** The columns of each sort, the unique one last. */
  sorts: Record<SortName<Query['sort']>, readonly string[]>;
  /** An order that some queries have of their own; null where the sort holds. */
  order?: (query: Unpaged<Query>) => Order | null;
  /** A roll-up that tells counts and sums without reading the rows. */
  rollUp?: RollUp<Query, Row, Scope>;
};

type RollUp<Query extends Paged, Row, Scope> = {
  /** The filters that it knows. A query with any other is counted. */
  knows: readonly Exclude<keyof Unpaged<Query>, 'sort'>[];
  /** Reads a page with the totals of the scope; null if rows are counted, up to a bound. */
  page: (db: Db, query: Query, scope: Scope) => Promise<Listed<Row>> | null;
};

/** Counting as a part of another statement, so that it costs no round trip of its own. */
export type Counting = {
  /** CTEs that count once for each row of the earlier one, one after another while room lasts. */
  steps: (after: string) => RawBuilder<unknown>;
  /** The last of them, which has a row where all counts had room. */
  last: RawBuilder<unknown>;
  /** An expression: how many of the counts had room. */
  counted: RawBuilder<number>;
};

/** A counting whose `check` refuses the call where `counted` says that a count had no room. */
export type CheckedCounting = Counting & { check: (counted: number) => void };

type Condition<Value> = (value: Value) => RawBuilder<SqlBool>;

/** The column has the value. */
export const equals =
  (column: string): Condition<string> =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`;

/** An instant on the day or after it. Ghana is at UTC all year, so its days are UTC's. */
export const fromDay =
  (column: string): Condition<string> =>
  (day) =>
    sql`${sql.ref(column)} >= ${new Date(day)}`;

/** An instant on the day or before it. */
export const untilDay =
  (column: string): Condition<string> =>
  (day) =>
    sql`${sql.ref(column)} < ${new Date(addDays(day, 1))}`;
