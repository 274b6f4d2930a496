import type { IncidentPlace, KnownWay } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export type ToldPlace = Pick<IncidentPlace, 'latitude' | 'longitude' | 'accuracy_m' | 'source' | 'is_unsure'> & {
  at: Date;
  /** Null of a tracker, and of a phone that called a server of the version before. */
  n: number | null;
  known_by: KnownWay | null;
  is_safe: boolean;
};

const [MOST_OTHERS, MOST_PHONES, MOST_OF_PHONE] = [50, 20, 10];

/**
 * The newest places that came with an incident: of its tracker, and of each phone, known ones
 * first. A phone has a share of its own, so that no stranger's places push out another's.
 */
export const toldPlaces = async (db: Db, incidentId: string): Promise<ToldPlace[]> => {
  const place = sql`latitude, longitude, accuracy_m, at, source, is_unsure`;
  const { rows } = await sql<ToldPlace>`
    (SELECT ${place}, NULL::integer AS n, NULL AS known_by, false AS is_safe FROM incident_places
      WHERE incident_id = ${incidentId} AND signal_id IS NULL ORDER BY id DESC LIMIT ${sql.lit(MOST_OTHERS)})
    UNION ALL
    SELECT ${place}, n, known_by, is_safe FROM (
      SELECT id, known_by, safe_at IS NOT NULL AS is_safe, (row_number() OVER (ORDER BY id))::integer AS n
      FROM incident_signals WHERE incident_id = ${incidentId} AND secret_hash IS NOT NULL
      ORDER BY known_by IS NULL, n LIMIT ${sql.lit(MOST_PHONES)}
    ) AS phone CROSS JOIN LATERAL (
      SELECT ${place} FROM incident_places WHERE signal_id = phone.id
      ORDER BY id DESC LIMIT ${sql.lit(MOST_OF_PHONE)}
    ) AS told`.execute(db);
  return rows;
};
