import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../src/db/database.ts';

export type Column = {
  name: string;
  type: string;
  /** The type below a domain, else the type itself, without its length. */
  base: string;
  /** Empty where it is the type's own. */
  collation: string;
  is_nullable: boolean;
  is_identity: boolean;
  is_generated: boolean;
  /** The default, or the expression of a generated column. */
  expression: string | null;
  comment: string | null;
};

export type Table = {
  name: string;
  is_unlogged: boolean;
  /** `RANGE (fix_at)` of a partitioned table, whose partitions come and go. */
  partitioned_by: string | null;
  options: string[];
  comment: string | null;
  columns: Column[];
  constraints: { name: string; definition: string }[];
  /** Definitions of indexes that serve no constraint. */
  indexes: string[];
  triggers: string[];
};

export type Schema = { domains: string[]; tables: Table[]; views: string[]; functions: string[] };

/** The runner of the migrations makes these. */
const OF_THE_RUNNER = ['kysely_migration', 'migration_checksums'];

const listOf = (query: RawBuilder<unknown>) =>
  sql`(SELECT coalesce(json_agg(row_to_json(found)), '[]') FROM (${query}) AS found)`;

const columns = listOf(sql`
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS is_nullable,
    format_type(coalesce(nullif(typbasetype, 0), atttypid), NULL) AS base,
    CASE WHEN attcollation <> typcollation THEN collname ELSE '' END AS collation, attidentity <> '' AS is_identity,
    attgenerated <> '' AS is_generated, pg_get_expr(adbin, adrelid, true) AS expression,
    col_description(attrelid, attnum) AS comment
  FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum`);

// From version 18 on, NOT NULL is a constraint too.
const constraints = listOf(sql`
  SELECT conname AS name, pg_get_constraintdef(oid, true) AS definition FROM pg_constraint
  WHERE conrelid = class.oid AND contype IN ('p', 'u', 'x', 'f', 'c')
  ORDER BY position(contype::text IN 'puxfc'), conname`);

const indexes = sql`ARRAY(
  SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = class.oid
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
  ORDER BY indexrelid::regclass::text COLLATE "C")`;

const triggers = sql`ARRAY(
  SELECT pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgrelid = class.oid AND NOT tgisinternal ORDER BY tgname)`;

const domains = sql`ARRAY(
  SELECT format('CREATE DOMAIN %s AS %s', typname, format_type(typbasetype, typtypmod)) || coalesce((
    SELECT string_agg(' ' || pg_get_constraintdef(oid, true), '' ORDER BY conname) FROM pg_constraint
    WHERE contypid = type.oid AND contype = 'c'
  ), '')
  FROM pg_type AS type WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace ORDER BY typname)`;

const functions = sql`ARRAY(
  SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  ORDER BY proname, pg_get_function_identity_arguments(oid))`;

const views = sql`ARRAY(
  SELECT format('CREATE VIEW %s AS%s', viewname, E'\\n' || pg_get_viewdef(viewname::regclass, true)) FROM pg_views
  WHERE schemaname = 'public' ORDER BY viewname)`;

/** A migrated database's tables and functions; the same on every version of PostgreSQL. */
export const readSchema = async (db: Db): Promise<Schema> => {
  const { rows } = await sql<Schema>`
    SELECT ${domains} AS domains, ${views} AS views, ${functions} AS functions, ${listOf(sql`
      SELECT relname AS name, relpersistence = 'u' AS is_unlogged, pg_get_partkeydef(class.oid) AS partitioned_by,
        coalesce(reloptions, '{}') AS options,
        obj_description(class.oid, 'pg_class') AS comment, ${columns} AS columns, ${constraints} AS constraints,
        ${indexes} AS indexes, ${triggers} AS triggers
      FROM pg_class AS class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> ALL(${OF_THE_RUNNER})
      ORDER BY relname`)} AS tables`.execute(db);
  if (!rows[0]) throw new Error('No schema');
  return rows[0];
};

/** As a person would write it: `x IN ('a', 'b')`, without the types of constants. */
export const plainSql = (text: string): string =>
  text
    .replaceAll(/('(?:[^']|'')*')::(?:text|regconfig|"char")/g, '$1')
    .replaceAll(/(\w+) = ANY \(ARRAY\[([^\]]*)\]\)/g, '$1 IN ($2)')
    .replaceAll(/\b(\d+)::numeric/g, '$1')
    .replaceAll(/public\.| USING btree/g, '');

/** Lines of at most 100 characters, each after `prefix`. */
export const wrap = (text: string, prefix: string): string[] => {
  const lines = text.match(new RegExp(`.{1,${100 - prefix.length}}(?: |$)`, 'g')) ?? [];
  return lines.map((line) => `${prefix}${line.trim()}`);
};
