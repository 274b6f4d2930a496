import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

/** The ids of an incident's photos that are not erased, by the step that each came with. */
export const photosOfSteps = async (db: Db, incidentId: string): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('incident_photos')
    .select(['id', 'step_id'])
    .where('incident_id', '=', incidentId)
    .where('jpeg', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, step_id }) => [step_id, id]));
};

/** The number of an incident's photos, erased ones too. */
export const countIncidentPhotos = async (db: Db, incidentId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('incident_photos')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('incident_id', '=', incidentId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const photoJpegOf = async (db: Db, id: string): Promise<Buffer | null | undefined> =>
  (await db.selectFrom('incident_photos').select('jpeg').where('id', '=', id).executeTakeFirst())?.jpeg;

/** The newest photos of an incident that are not erased, the newest first. */
export const newestPhotos = (db: Db, incidentId: string, most: number) =>
  db
    .selectFrom('incident_photos')
    .select(['id', 'at', 'added_by', 'jpeg'])
    .where('incident_id', '=', incidentId)
    .where('jpeg', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Adds a note with its photo to the time line. */
export const insertPhoto = async (
  tx: Tx,
  { words, ...photo }: Omit<Insertable<Tables['incident_photos']>, 'step_id'> & { words: string },
): Promise<void> => {
  const { incident_id, at, added_by } = photo;
  const step = await tx
    .insertInto('incident_steps')
    .values({ incident_id, at, what: 'note', actor_id: added_by, words })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('incident_photos')
    .values({ ...photo, step_id: step.id })
    .execute();
};

/** Empties the photos of these drivers' incidents. */
export const emptyPhotos = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE incident_photos SET jpeg = NULL
    WHERE incident_id IN (SELECT id FROM incidents WHERE driver_id = ${anyOf(driverIds)})`.execute(tx);
};
