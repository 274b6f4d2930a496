import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartRefusal } from '#lib/refusal.ts';
import { LIVES } from './connection/presence.ts';
import type { Db } from './database.ts';

/** Connections that servers make carry the name `banbo`, and this one another. */
const NAME = 'banbo-move';

type Table = { name: string; columns: string; is_partitioned: boolean };
/** A part of a partitioned table, with what it holds: `FOR VALUES FROM (…) TO (…)`. */
type Partition = { name: string; parent: string; bound: string };
type ForeignKey = { table: string; name: string; definition: string; words: string | null };

/** Tables with their stored columns, partitions in their parents; generated ones are computed. */
const TABLES = `
  SELECT class.oid::regclass::text AS name, relkind = 'p' AS is_partitioned, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  GROUP BY class.oid ORDER BY 1`;

const PARTITIONS = `
  SELECT class.oid::regclass::text AS name, inhparent::regclass::text AS parent, pg_get_expr(relpartbound, class.oid) AS bound
  FROM pg_class AS class JOIN pg_inherits ON inhrelid = class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relispartition ORDER BY 1`;

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition,
    quote_literal(obj_description(oid, 'pg_constraint')) AS words
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const SEQUENCES = `
  SELECT quote_ident(sequencename) AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS is_called
  FROM pg_sequences WHERE schemaname = current_schema()`;

const connected = async <T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...connection, application_name: NAME });
  // The statement under way fails with the connection, and its error is the one to report.
  client.on('error', () => {});
  await client.connect();
  try {
    // The user may have a limit for the sessions of a pooler (`connection/pooler.ts`).
    await client.query('SET statement_timeout = 0');
    await client.query('SET idle_in_transaction_session_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
};

/** PostgreSQL ends the sessions of a program that was just stopped moments after it. */
const ENDING_MS = 3_000;
const LOOK_MS = 100;

/** An address may name connections otherwise, so a server also counts by the lock of its life. */
const isBusy = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity AS session
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (application_name = 'banbo' OR EXISTS (
        SELECT FROM pg_locks AS held WHERE held.pid = session.pid AND locktype = 'advisory' AND classid = ${LIVES} AND objsubid = 2
      )) LIMIT 1`,
  );
  return rows.length > 0;
};

/**
 * Throws a `StartRefusal` while servers work on the database: what they write meanwhile would be
 * missing in a copy.
 */
export const refuseBusy = (connection: pg.PoolConfig): Promise<void> =>
  connected(connection, async (client) => {
    const giveUpAt = performance.now() + ENDING_MS;
    while (await isBusy(client)) {
      if (performance.now() > giveUpAt)
        throw new StartRefusal('A server works on this database', { advice: 'stop all servers first' });
      await delay(LOOK_MS);
    }
  });

/** Throws a `StartRefusal` for a database that holds anything. */
export const refuseFilled = (connection: pg.PoolConfig): Promise<void> =>
  connected(connection, async (client) => {
    const { rows } = await client.query<{ tables: string }>(
      'SELECT count(*) AS tables FROM pg_class WHERE relnamespace = current_schema()::regnamespace',
    );
    if (rows[0]?.tables !== '0')
      throw new StartRefusal('There are tables in the other database', { advice: 'name an empty one' });
  });

const copyTable = async (from: pg.Client, to: pg.Client, { name, columns, is_partitioned }: Table): Promise<number> => {
  const rowsOf = is_partitioned ? `(SELECT ${columns} FROM ${name})` : `${name} (${columns})`;
  const out = from.query(copyTo(`COPY ${rowsOf} TO STDOUT`));
  const into = to.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`));
  await pipeline(out, into);
  const { rows } = await to.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
  const count = Number(rows[0]?.count);
  if (count !== out.rowCount) throw new Error(`of ${out.rowCount} rows of ${name}, ${count} arrived`);
  return count;
};

const runAll = async (client: pg.Client, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

/** Works without triggers and foreign-key checks; checks all rows at the end. */
const withoutChecks = async (client: pg.Client, tables: readonly Table[], work: () => Promise<void>): Promise<void> => {
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  await runAll(
    client,
    tables.map(({ name }) => `ALTER TABLE ${name} DISABLE TRIGGER USER`),
  );
  await runAll(
    client,
    keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
  );
  await work();
  for (const { table, name, definition, words } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    // Comments of foreign keys say in words what uses an entry.
    if (words !== null) await client.query(`COMMENT ON CONSTRAINT ${name} ON ${table} IS ${words}`);
  }
  await runAll(
    client,
    tables.map(({ name }) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
  );
};

const copyAll = async (from: pg.Client, to: pg.Client): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  const { rows: tables } = await from.query<Table>(TABLES);
  const { rows: partitions } = await from.query<Partition>(PARTITIONS);
  await runAll(
    to,
    partitions.map(({ name, parent, bound }) => `CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`),
  );
  await withoutChecks(to, tables, async () => {
    // Migrations put some rows into a new database, which the other one has or has changed.
    await to.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    for (const table of tables) counts.set(table.name, await copyTable(from, to, table));
  });
  const { rows: sequences } = await from.query<{ name: string; value: string; is_called: boolean }>(SEQUENCES);
  for (const { name, value, is_called } of sequences) {
    await to.query('SELECT setval($1::regclass, $2, $3)', [name, value, is_called]);
  }
  return counts;
};

/**
 * Copies all rows and sequences of a database into another one with the same migrations, also of
 * another version of PostgreSQL, in one transaction: either all is there or nothing. Answers the
 * rows by table, counted on both sides. The other database's user owns its tables and needs no more
 * rights.
 */
export const copyDatabase = (source: pg.PoolConfig, target: pg.PoolConfig): Promise<Map<string, number>> =>
  connected(source, (from) =>
    connected(target, async (to) => {
      await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await to.query('BEGIN');
      const counts = await copyAll(from, to);
      await to.query('COMMIT');
      await to.query('ANALYZE');
      return counts;
    }),
  );

/** Numbers that a series of the database's `counters` will not give out. */
export type SkippedNumbers = { series: string; first: string; last: string };

/**
 * The last number that each series has given or skipped; none of a database that no server has
 * migrated yet.
 */
export const lastNumbers = async (db: Db, now: Date): Promise<Record<string, string>> => {
  const { rows: known } = await sql`SELECT WHERE to_regprocedure('counters(timestamptz)') IS NOT NULL`.execute(db);
  if (known.length === 0) return {};
  const { rows } = await sql<{ series: string; last: string }>`
    SELECT series, last::text FROM counters(${now}::timestamptz)`.execute(db);
  return Object.fromEntries(rows.map(({ series, last }) => [series, last]));
};

type Skip = {
  /** How many each series skips; at least 10,000, or a tenth of those given out, when null. */
  count: number | null;
  why: string;
  now: Date;
  /** The last numbers that other copies may have given, by series: the margin comes after them. */
  beyond?: Readonly<Record<string, string>>;
};

/**
 * Skips numbers in every series, receipts too, and writes down which and why: the copy of a
 * database does not know the numbers that were given out after it was made.
 */
export const skipNumbers = async (db: Db, { count, why, now, beyond = {} }: Skip): Promise<SkippedNumbers[]> => {
  const { rows } = await sql<SkippedNumbers>`
    SELECT series, first::text, last::text FROM skip_numbers(
      ${count}::bigint, ${now}::timestamptz, ${why}, ${JSON.stringify(beyond)}::jsonb
    )`.execute(db);
  return rows;
};
