import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isOrWasThere } from '../missing/missing.repo.ts';
import { linesTakingBack } from './lines-taking-back.repo.ts';
import { lockTransfers } from './transfers.repo.ts';

/** Marks money that an imported statement shows going out again. */
export const noteTakenBack = async (tx: Tx, statementId: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    WITH first AS (
      SELECT money.id FROM statement_lines AS stated
      JOIN transfers AS money ON transaction_key(money.transaction_id) = transaction_key(stated.transaction_id)
      WHERE stated.import_id = ${statementId} AND stated.outcome = 'outgoing' AND stated.transaction_id <> ''
    )
    SELECT id::text FROM first
    UNION SELECT money.id::text FROM first JOIN transfers AS money ON money.twin_of = first.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await lockTransfers(tx, ids);
  await sql`
    UPDATE transfers SET taken_back_on = gone.received_on, missing_since = ${now}, missing_in = gone.import_id
    FROM transfers AS money CROSS JOIN LATERAL (
      SELECT * FROM (${linesTakingBack(sql.ref('money'))}) AS line WHERE line.import_id = ${statementId} LIMIT 1
    ) AS gone
    WHERE transfers.id = money.id AND money.id = ANY(${ids}::bigint[])
      AND money.taken_back_on IS NULL AND ${isOrWasThere}`.execute(tx);
};

/** Keeps money although it went out again. Statements may lack or show it later, as any other. */
export const keepTakenBack = async (tx: Tx, id: string, now: Date): Promise<void> => {
  const kept = { kept_at: now, missing_since: null, missing_in: null };
  await tx.updateTable('transfers').set(kept).where('id', '=', id).execute();
};
