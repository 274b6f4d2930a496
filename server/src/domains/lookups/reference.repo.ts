import type { Tx } from '#db/database.ts';

/**
 * Those of `items` this list was never given. They count as given from now on, so that an item which staff rename or
 * delete does not come back. A second server that starts meanwhile waits here until the first one's transaction ends.
 */
export const firstTimers = async (tx: Tx, list: string, items: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .insertInto('reference_seeds')
    .values(items.map((item) => ({ list, item })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('item')
    .execute();
  return new Set(rows.map((row) => row.item));
};

export const addNationalities = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'nationalities', names))].map((nationality) => ({ nationality }));
  if (values.length === 0) return;
  await tx
    .insertInto('nationalities')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const addIdentifications = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'identifications', names))].map((identification) => ({ identification }));
  if (values.length === 0) return;
  await tx
    .insertInto('identifications')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const addRelationships = async (tx: Tx, names: readonly string[]): Promise<void> => {
  const values = [...(await firstTimers(tx, 'relationships', names))].map((relationship) => ({ relationship }));
  if (values.length === 0) return;
  await tx
    .insertInto('relationships')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
