import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

type Unanswered = { from: Date; until: Date };

/** Text messages from numbers on record, of this time, whose call rings and none was told of. */
const unansweredTexts = ({ from, until }: Unanswered) => sql`
    signal.source = 'text' AND signal.known_by = 'number' AND signal.told_at IS NULL
    AND signal.received_at BETWEEN ${from} AND ${until}
    AND incident.id = signal.incident_id AND incident.status = 'raised' AND incident.driver_id IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM incident_signals AS told WHERE told.incident_id = incident.id AND told.told_at IS NOT NULL
    )`;

export const hasUnansweredTexts = async (db: Db, span: Unanswered): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM incident_signals AS signal, incidents AS incident WHERE ${unansweredTexts(span)}) AS has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
};

/** Notes that the senders of these messages are told, and gives their incidents and drivers. */
export const noteTextsTold = async (
  tx: Tx,
  span: Unanswered,
  now: Date,
): Promise<{ incident_id: string; driver_id: string }[]> => {
  const { rows } = await sql<{ incident_id: string; driver_id: string }>`
    UPDATE incident_signals AS signal SET told_at = ${now} FROM incidents AS incident
    WHERE ${unansweredTexts(span)} RETURNING incident.id::text AS incident_id, incident.driver_id::text`.execute(tx);
  return [...new Map(rows.map((row) => [row.incident_id, row])).values()];
};
