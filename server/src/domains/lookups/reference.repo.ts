import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { LookupTable } from '#db/lookup/lookup-table.ts';
import { bankTable, identificationTable, nationalityTable, relationshipTable, titleTable } from './lookups.repo.ts';

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

const addNames = async (tx: Tx, { table, key }: LookupTable, names: readonly string[]): Promise<void> => {
  const fresh = [...(await firstTimers(tx, table, names))];
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(key)}) SELECT unnest(${fresh}::text[]) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
};

export const addNationalities = (tx: Tx, names: readonly string[]) => addNames(tx, nationalityTable, names);
export const addIdentifications = (tx: Tx, names: readonly string[]) => addNames(tx, identificationTable, names);
export const addBanks = (tx: Tx, names: readonly string[]) => addNames(tx, bankTable, names);
export const addRelationships = (tx: Tx, names: readonly string[]) => addNames(tx, relationshipTable, names);
export const addTitles = (tx: Tx, names: readonly string[]) => addNames(tx, titleTable, names);
