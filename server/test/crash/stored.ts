import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/connection/open.ts';

const photosIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'files/drivers');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/**
 * Reads an ended server's data: driver codes, transaction IDs, stored photos (whole or not), and
 * photos that drivers have or the sweep may remove, each as often as it is there.
 */
export const readStored = async (dataDir: string, settings: Record<string, string> = {}) => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir, ...settings }));
  try {
    const drivers = await db.selectFrom('driver_records').select(['driver_code', 'photo']).execute();
    const unowned = await db.selectFrom('unowned_files').select('key').execute();
    const payments = await db.selectFrom('payments').select('transaction_id').execute();
    return {
      drivers: drivers.map((row) => row.driver_code).sort(),
      payments: payments.map((row) => row.transaction_id).sort(),
      photos: photosIn(dataDir),
      namedPhotos: drivers.flatMap(({ photo }) => (photo === null ? [] : [photo.replace('drivers/', '')])),
      unownedPhotos: unowned.map(({ key }) => key.replace('drivers/', '')),
    };
  } finally {
    await close();
  }
};
