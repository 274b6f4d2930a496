import {
  type Corner,
  type FenceMust,
  type FenceRuleFields,
  type FenceShape,
  MOST_FENCES,
  type PlanSlug,
} from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

export type ShapeRow = {
  id: string;
  path_id: string | null;
  stop_id: string | null;
  corners: Corner[] | null;
  latitude: number;
  longitude: number;
  radius_m: number;
  version: number;
  changed_at: Date;
};

const SHAPE = sql`id, path_id, stop_id, corners, latitude, longitude, radius_m, version, changed_at`;

export const shapeOf = ({ corners, latitude, longitude, radius_m }: ShapeRow): FenceShape =>
  corners === null ? { kind: 'circle', latitude, longitude, radius_m } : { kind: 'polygon', corners };

/** Held by whoever changes shapes and rules, and shared by batches that hold cars against them. */
const FENCES_LOCK = 7_236_010_115_169;

/**
 * Lets no batch of reports hold cars against shapes and rules until the transaction ends, and waits
 * for those under way: else one would store what it found by a shape of before the change.
 */
export const changeFences = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(FENCES_LOCK)})`.execute(tx);
};

/** Lets nobody change shapes and rules until the transaction ends. */
export const holdFences = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(FENCES_LOCK)})`.execute(tx);
};

export const shapes = async (db: Db): Promise<ShapeRow[]> =>
  (await sql<ShapeRow>`SELECT ${SHAPE} FROM fence_shapes ORDER BY id LIMIT ${sql.lit(2 * MOST_FENCES)}`.execute(db))
    .rows;

export const shapeById = async (db: Db, id: string): Promise<ShapeRow | undefined> =>
  (await sql<ShapeRow>`SELECT ${SHAPE} FROM fence_shapes WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)).rows[0];

export type FenceOf = { kind: 'path' | 'stop'; id: string };

const columnsOf = (shape: FenceShape) =>
  shape.kind === 'circle'
    ? sql`(NULL::jsonb, ${shape.latitude}::double precision, ${shape.longitude}::double precision, ${shape.radius_m}::double precision)`
    : sql`(${JSON.stringify(shape.corners)}::jsonb, NULL::double precision, NULL::double precision, NULL::double precision)`;

export type ShapeSaving = { shape: FenceShape; version: number; now: Date; by: string };

/** Changes the shape that still has the version, or makes the first one; else undefined. */
export const saveShape = async (
  tx: Tx,
  { kind, id }: FenceOf,
  { shape, version, now, by }: ShapeSaving,
): Promise<{ id: string; version: number } | undefined> => {
  const of = kind === 'path' ? sql`path_id` : sql`stop_id`;
  const saved =
    version === 0
      ? sql`
        INSERT INTO fence_shapes (corners, latitude, longitude, radius_m, ${of}, changed_at, changed_by)
        SELECT form.*, ${id}::bigint, ${now}::timestamptz, ${by}::bigint
        FROM (VALUES ${columnsOf(shape)}) AS form (corners, latitude, longitude, radius_m)
        ON CONFLICT DO NOTHING RETURNING id, version`
      : sql`
        UPDATE fence_shapes SET (corners, latitude, longitude, radius_m) = (SELECT form.* FROM (VALUES ${columnsOf(shape)})
          AS form (corners, latitude, longitude, radius_m)),
          version = version + 1, changed_at = ${now}, changed_by = ${by}
        WHERE ${of} = ${id} AND version = ${version} RETURNING id, version`;
  return (await (saved as RawBuilder<{ id: string; version: number }>).execute(tx)).rows[0];
};

export const deleteShape = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('fence_shapes').where('id', '=', id).execute();
};

export type RuleRow = Omit<FenceRuleFields, 'must' | 'plan'> & {
  id: string;
  shape_id: string;
  must: FenceMust;
  plan: PlanSlug | null;
};

const rulesSql = sql<RuleRow>`
  SELECT id, shape_id, must, plan, driver_id, days::integer[] AS days, from_time, until_time, is_active FROM fence_rules`;

export const rules = async (db: Db): Promise<RuleRow[]> =>
  (await sql<RuleRow>`${rulesSql} ORDER BY id`.execute(db)).rows;

export const lockRule = async (tx: Tx, id: string): Promise<RuleRow | undefined> =>
  (await sql<RuleRow>`${rulesSql} WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)).rows[0];

export const countRules = async (db: Db): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM fence_rules`.execute(db)).rows[0]?.count ?? 0;

/** Stores a rule, a new one where it has no number yet; gives its number. */
export const saveRule = async (
  tx: Tx,
  {
    id,
    shape_id,
    must,
    plan,
    driver_id,
    days,
    from_time,
    until_time,
    is_active,
  }: Omit<RuleRow, 'id'> & { id: string | null },
): Promise<string> => {
  const row = { must, plan, driver_id, days: [...days].sort((a, b) => a - b), from_time, until_time, is_active };
  const columns = sql`must, plan, driver_id, days, from_time, until_time, is_active`;
  const values = sql`${row.must}, ${row.plan}, ${row.driver_id}::bigint, ${row.days}::smallint[], ${row.from_time}, ${row.until_time}, ${row.is_active}::boolean`;
  const saved =
    id === null
      ? sql<{ id: string }>`INSERT INTO fence_rules (shape_id, ${columns}) VALUES (${shape_id}, ${values}) RETURNING id`
      : sql<{ id: string }>`UPDATE fence_rules SET (${columns}) = ROW (${values}) WHERE id = ${id} RETURNING id`;
  return (await saved.execute(tx)).rows[0]?.id ?? '';
};

export const deleteRule = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('fence_rules').where('id', '=', id).execute();
};

/** Deletes states, locked in the order in which they are stored. */
const deleteStates = (tx: Tx, condition: RawBuilder<unknown>) =>
  sql`
    DELETE FROM fence_states AS state USING (
      SELECT device_id, rule_id FROM fence_states WHERE ${condition} ORDER BY device_id, rule_id FOR UPDATE
    ) AS held WHERE state.device_id = held.device_id AND state.rule_id = held.rule_id`.execute(tx);

/** Forgets where devices are by a changed rule or by the rules of a changed shape. */
export const forgetFenceStates = async (tx: Tx, of: { ruleId: string } | { shapeId: string }): Promise<void> => {
  const ids =
    'ruleId' in of ? sql`SELECT ${of.ruleId}::bigint` : sql`SELECT id FROM fence_rules WHERE shape_id = ${of.shapeId}`;
  await deleteStates(tx, sql`rule_id IN (${ids})`);
};

export const fenceRevision = async (db: Db): Promise<string> =>
  (await sql<{ revision: string }>`SELECT revision::text AS revision FROM fence_revision`.execute(db)).rows[0]
    ?.revision ?? '';

export type FenceState = {
  device_id: string;
  rule_id: string;
  is_outside: boolean | null;
  is_by_traccar: boolean;
  is_noted: boolean;
  changed_at: Date;
};

export const fenceStatesOf = async (tx: Tx, deviceIds: readonly string[]): Promise<FenceState[]> => {
  const { rows } = await sql<FenceState>`
    SELECT device_id, rule_id, is_outside, is_by_traccar, is_noted, changed_at FROM fence_states
    WHERE device_id = ${anyOf(deviceIds)}`.execute(tx);
  return rows;
};

/** Stores states in the order of devices and rules, but none of rules that are gone since. */
export const storeFenceStates = async (tx: Tx, states: readonly FenceState[]): Promise<void> => {
  if (states.length === 0) return;
  const column = <T>(of: (state: FenceState) => T): T[] => states.map(of);
  await sql`
    INSERT INTO fence_states (device_id, rule_id, is_outside, is_by_traccar, is_noted, changed_at)
    SELECT given.* FROM unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.rule_id)}::bigint[],
      ${column((one) => one.is_outside)}::boolean[], ${column((one) => one.is_by_traccar)}::boolean[],
      ${column((one) => one.is_noted)}::boolean[], ${column((one) => one.changed_at)}::timestamptz[])
      AS given (device_id, rule_id, is_outside, is_by_traccar, is_noted, changed_at)
    WHERE EXISTS (SELECT FROM fence_rules WHERE fence_rules.id = given.rule_id)
    ORDER BY device_id, rule_id
    ON CONFLICT (device_id, rule_id) DO UPDATE SET (is_outside, is_by_traccar, is_noted, changed_at) =
      ROW (excluded.is_outside, excluded.is_by_traccar, excluded.is_noted, excluded.changed_at)`.execute(tx);
};

/** Forgets what was known of devices that were fitted anew. */
export const forgetFencesOf = async (tx: Tx, deviceIds: readonly string[]): Promise<void> => {
  if (deviceIds.length > 0) await deleteStates(tx, sql`device_id = ${anyOf(deviceIds)}`);
};
