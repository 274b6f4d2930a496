import { IMPORT_TOUCHES, type TakeBackPreview } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { findImport } from '../imports.repo.ts';
import { noImport } from '../no-import.ts';
import { nextImported } from './taking-back.repo.ts';
import { touchedDrivers, type WithMoney } from './touched-drivers.ts';

/** Drivers that are asked about at once. */
const BATCH = 2_000;

/**
 * How many drivers of an import would be removed if it were taken back now, and how many stay and why. Refused with 404
 * `not_found`.
 */
export const previewTakeBack = async (db: Db, id: string, withMoney: WithMoney): Promise<TakeBackPreview> => {
  if (!(await findImport(db, id))) throw noImport();
  const counts = new Map<string, number>();
  let free = 0;
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const drivers = await nextImported(db, { importId: id, after, limit: BATCH });
    const touched = await touchedDrivers(db, drivers, withMoney);
    for (const touch of touched.values()) counts.set(touch, (counts.get(touch) ?? 0) + 1);
    free += drivers.length - touched.size;
    after = drivers.length < BATCH ? undefined : drivers.at(-1)?.id;
  }
  const stays = IMPORT_TOUCHES.map((touch) => ({ touch, drivers: counts.get(touch) ?? 0 }));
  return { drivers: free, stays: stays.filter(({ drivers }) => drivers > 0) };
};
