import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';

/** What an ended server left: driver codes, the payments' transaction IDs and photos, each as often as it is there. */
export const readStored = async (dataDir: string) => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  const drivers = await db.selectFrom('drivers').select('driver_code').execute();
  const payments = await db.selectFrom('payments').select('transaction_id').execute();
  await close();
  return {
    drivers: drivers.map((row) => row.driver_code).sort(),
    payments: payments.map((row) => row.transaction_id).sort(),
    photos: readPhotos(dataDir),
  };
};

export const readPhotos = (dataDir: string): string[] => {
  try {
    return readdirSync(join(dataDir, 'files/drivers'));
  } catch {
    return [];
  }
};
