import type { CaseOfPlot } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tables, Tx } from '#db/database.ts';

type Caveats = Tables['plot_caveats'];

export const caveatById = (db: Db, id: string): Promise<Selectable<Caveats> | undefined> =>
  db.selectFrom('plot_caveats').selectAll().where('id', '=', id).executeTakeFirst();

export const insertCaveat = async (tx: Tx, row: Insertable<Caveats>): Promise<string> =>
  (await tx.insertInto('plot_caveats').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const removeCaveatOfPlot = async (
  tx: Tx,
  id: string,
  removed: { removed_on: string; removed_by: string; removal_reason: string },
): Promise<void> => {
  await tx.updateTable('plot_caveats').set(removed).where('id', '=', id).execute();
};

/** The most cases that a plot's page names. */
const MOST_NAMED = 50;

/** The cases about a plot, the newest first. */
export const casesOfPlot = async (db: Db, plotId: string): Promise<z.infer<typeof CaseOfPlot>[]> => {
  const { rows } = await sql<z.infer<typeof CaseOfPlot>>`
    SELECT id, court, suit_number, title, status, outcome FROM court_case_plots JOIN court_cases ON id = case_id
    WHERE plot_id = ${plotId} ORDER BY case_id DESC LIMIT ${sql.lit(MOST_NAMED)}`.execute(db);
  return rows;
};
