import type { Tx } from '#db/database.ts';

type Coverage = { covers_from: string; covers_to: string; coverage_note: string };

/** Notes the days that a statement covers, whose money is then held against it. */
export const setCoverage = async (tx: Tx, id: string, coverage: Coverage): Promise<void> => {
  await tx
    .updateTable('statement_imports')
    .set({ ...coverage, is_searched: false })
    .where('id', '=', id)
    .execute();
};
