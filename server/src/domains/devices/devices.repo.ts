import { DEVICE_STATUSES, type DeviceRow, type deviceList, type ListQuery } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { anyOf } from '#db/records.ts';
import { existing } from '#lib/refusal.ts';

type Devices = Tables['devices'];
export type Device = Selectable<Devices>;

const devices = (db: Db) => db.selectFrom('devices').selectAll();

export const deviceById = (db: Db, id: string): Promise<Device | undefined> =>
  devices(db).where('id', '=', id).executeTakeFirst();

/** A tracker, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockDevice = async (tx: Tx, id: string): Promise<Device> =>
  existing(await devices(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'tracker');

/**
 * The record number of the tracker that a feed or a person means by a name, or null: its IMEI, else
 * its name in the feed, whatever the case of A to Z.
 */
export const idNamed = (name: RawBuilder<string>): RawBuilder<string | null> =>
  sql`coalesce((SELECT id FROM devices WHERE imei = ${name}),
    (SELECT id FROM devices WHERE upper(feed_name) = upper(${name} COLLATE "C")))`;

export const deviceNamed = (db: Db, name: string): Promise<Device | undefined> =>
  devices(db)
    .where(sql<boolean>`id = ${idNamed(sql`${name}::text`)}`)
    .executeTakeFirst();

/** Filters names to those by which trackers are known. */
export const knownNames = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${names}::text[]) AS asked (name) WHERE ${idNamed(sql`asked.name`)} IS NOT NULL`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
};

/** Stores trackers, without those whose IMEI or name is known; gives the stored ones. */
export const insertDevices = async (
  tx: Tx,
  rows: readonly Insertable<Devices>[],
): Promise<{ id: string; imei: string }[]> => {
  if (rows.length === 0) return [];
  const inserted = tx
    .insertInto('devices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
  return inserted.returning(['id', 'imei']).execute();
};

export const updateDevice = async (tx: Tx, id: string, change: Updateable<Devices>): Promise<void> => {
  await tx.updateTable('devices').set(change).where('id', '=', id).execute();
};

export const removeFromStock = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('devices').where('id', '=', id).execute();
};

type Query = ListQuery<typeof deviceList>;

/** The drivers whom a search means, and its text. */
export type DeviceSearch = { text: string; driverIds: readonly string[] } | null;

const MOST_FOUND = 10_000;
/** As PostgreSQL does in the collation "C". */
export const inCapitals = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const reversed = (digits: string): string => [...digits].toReversed().join('');

const found = ({ text, driverIds }: NonNullable<DeviceSearch>): RawBuilder<SqlBool> => {
  const digits = text.replace(/[\s./-]/g, '');
  const ways = [
    ...(/^\d+$/.test(digits)
      ? [hasPrefix(sql`imei`, digits), hasPrefix(sql`reverse(imei)`, reversed(digits))].map(
          (way) => sql`(SELECT id FROM devices WHERE ${way} LIMIT ${sql.lit(MOST_FOUND)})`,
        )
      : []),
    ...[sql`upper(serial_number) COLLATE "C"`, sql`upper(feed_name)`].map(
      (column) =>
        sql`(SELECT id FROM devices WHERE ${hasPrefix(column, inCapitals(text))} LIMIT ${sql.lit(MOST_FOUND)})`,
    ),
    sql`(SELECT device_id FROM device_fittings WHERE removed_at IS NULL AND driver_id = ${anyOf(driverIds)})`,
  ];
  return sql`id = ANY(ARRAY(${sql.join(ways, sql` UNION `)}))`;
};

export const deviceSql = (search: DeviceSearch): ListSql<Query, Device> => ({
  rows: devices,
  filters: {
    state: (status) => sql`status = ${sql.lit(status)}`,
    search: () => (search === null ? null : found(search)),
    model: (model) => sql`lower(model) = lower(${model})`,
    bundle_until: (day) => sql`bundle_until <= ${day}::date`,
  },
  sorts: { added_at: ['added_at', 'id'], imei: ['imei'], bundle_until: ['bundle_until', 'id'] },
});

/** How many trackers there are in each state, by an index alone. */
export const deviceCounts = async (db: Db): Promise<{ status: DeviceRow['status']; count: number }[]> => {
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT status, count(*)::integer AS count FROM devices GROUP BY status`.execute(db);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return DEVICE_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
};
