import { MOST_HANDOVER_NOTES } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

type Note = { incident_id: string; at: Date; actor_id: string | null; words: string };

/**
 * The newest notes of these incidents, by one statement. The second condition is that of an index
 * without signals, of which a tracker may send thousands.
 */
export const newestNotes = async (db: Db, ids: readonly string[]): Promise<Note[]> => {
  const { rows } = await sql<Note>`
    SELECT incidents.id::text AS incident_id, note.at, note.actor_id::text, note.words
    FROM incidents CROSS JOIN LATERAL (
      SELECT id, at, actor_id, words FROM incident_steps
      WHERE incident_id = incidents.id AND what = 'note' AND what <> 'signal'
      ORDER BY id DESC LIMIT ${sql.lit(MOST_HANDOVER_NOTES)}
    ) AS note
    WHERE incidents.id = ${anyOf(ids)} ORDER BY incidents.id, note.id DESC`.execute(db);
  return rows;
};
