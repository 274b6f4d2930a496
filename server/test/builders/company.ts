import { join } from 'node:path';
import { DEMO_COMPANY } from '../../seeds/demo/company.ts';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import type { Db } from '../../src/db/database.ts';

/** Stores the demo's company, with these settings beside or in place of its own. */
export const setCompany = async (db: Db, settings: object = {}): Promise<void> => {
  const value = JSON.stringify({ ...DEMO_COMPANY, ...settings });
  await db
    .insertInto('settings')
    .values({ name: 'site', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
};

/** The same in the database of a server that runs on this folder. */
export const setCompanyIn = async (dataDir: string): Promise<void> => {
  const { db, close } = openPool(connectionTo(join(dataDir, 'socket')));
  await setCompany(db).finally(close);
};
