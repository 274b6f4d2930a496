import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

type Coverage = { covers_from: string; covers_to: string; coverage_note: string };

/** Notes the days that a statement covers, whose money is then held against it. */
export const setCoverage = async (tx: Tx, id: string, coverage: Coverage): Promise<void> => {
  await tx
    .updateTable('statement_imports')
    .set({ ...coverage, is_searched: false })
    .where('id', '=', id)
    .execute();
};

/** Days that a statement may be behind: that of yesterday is imported today or tomorrow. */
const GRACE_DAYS = 2;
/** The days back within which money of a kind came, so that its statements are due. */
const USED_DAYS = 31;

export type StatementBehind = { mode: 'momo' | 'bank'; covered: string | null };

/**
 * The kinds of money in use whose newest statement ends more than two days before `day`, with the
 * last day that one covers; null where none was ever imported.
 */
export const statementsBehind = async (db: Db, day: string): Promise<StatementBehind[]> => {
  const { rows } = await sql<StatementBehind>`
    SELECT mode, covered::text FROM (VALUES ('momo'), ('bank')) AS asked (mode)
    CROSS JOIN LATERAL (
      SELECT max(covers_to) AS covered FROM statement_imports
      WHERE covers_from IS NOT NULL AND status = 'imported' AND mapping ->> 'mode' = asked.mode
    ) AS newest
    WHERE (covered IS NULL OR covered < ${addDays(day, -GRACE_DAYS)}::date) AND EXISTS (
      SELECT FROM transfers WHERE transfers.mode = asked.mode AND received_on >= ${addDays(day, -USED_DAYS)}::date
        AND received_on < ${addDays(day, -GRACE_DAYS)}::date
    )`.execute(db);
  return rows;
};
