import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

export type Fitting = Selectable<Tables['device_fittings']>;
type WithImei = Fitting & { imei: string };

const fittings = (db: Db) =>
  db
    .selectFrom('device_fittings')
    .innerJoin('devices', 'devices.id', 'device_fittings.device_id')
    .selectAll('device_fittings')
    .select('devices.imei');

/** The fittings that trackers are in now, by tracker. */
export const currentFittings = async (
  db: Db,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Fitting, 'device_id' | 'driver_id' | 'fitted_at' | 'fitted_by'>>> => {
  const current = db
    .selectFrom('device_fittings')
    .select(['device_id', 'driver_id', 'fitted_at', 'fitted_by'])
    .where(sql<boolean>`device_id = ${anyOf(deviceIds)}`)
    .where('removed_at', 'is', null);
  return new Map((await current.execute()).map((one) => [one.device_id, one]));
};

export const currentOfDevice = (db: Db, deviceId: string): Promise<WithImei | undefined> =>
  fittings(db).where('device_id', '=', deviceId).where('removed_at', 'is', null).executeTakeFirst();

export const currentOfDriver = (db: Db, driverId: string): Promise<WithImei | undefined> =>
  fittings(db).where('driver_id', '=', driverId).where('removed_at', 'is', null).executeTakeFirst();

/** More cars than any tracker has. */
const MOST = 200;

/** The fittings of a tracker or a driver, the newest first. */
export const fittingsOf = (db: Db, of: { device_id: string } | { driver_id: string }): Promise<WithImei[]> => {
  const [column, id] =
    'device_id' in of ? (['device_id', of.device_id] as const) : (['driver_id', of.driver_id] as const);
  return fittings(db)
    .where(column, '=', id)
    .orderBy('fitted_at', 'desc')
    .orderBy('device_fittings.id', 'desc')
    .limit(MOST)
    .execute();
};

/** When a tracker or car was last without the other, or null: the start of the next fitting. */
export const freeSince = async (
  db: Db,
  { deviceId, driverId }: { deviceId: string; driverId: string },
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT greatest((SELECT max(removed_at) FROM device_fittings WHERE device_id = ${deviceId}),
      (SELECT max(removed_at) FROM device_fittings WHERE driver_id = ${driverId})) AS at`.execute(db);
  return rows[0]?.at ?? null;
};

export const insertFitting = async (tx: Tx, row: Insertable<Tables['device_fittings']>): Promise<string> =>
  (await tx.insertInto('device_fittings').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const endFitting = async (
  tx: Tx,
  id: string,
  end: { removed_at: Date; removal_reason: string },
): Promise<void> => {
  await tx.updateTable('device_fittings').set(end).where('id', '=', id).execute();
};

/** Gives a merged record's fittings to the record that is kept; gives their record numbers. */
export const moveFittings = async (tx: Tx, { from, to }: { from: string; to: string }): Promise<string[]> => {
  const moving = tx.updateTable('device_fittings').set({ driver_id: to }).where('driver_id', '=', from);
  return (await moving.returning('id').execute()).map(({ id }) => id);
};

/** Gives those of these fittings back to a record that the other one still has. */
export const moveFittingsBack = async (
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> => {
  if (ids.length === 0) return;
  const moving = tx.updateTable('device_fittings').set({ driver_id: to }).where('driver_id', '=', from);
  await moving.where(sql<boolean>`id = ${anyOf(ids)}`).execute();
};
