import { fullName, type LeftBehind, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversById, findDriver, formerRecords } from '#domains/drivers';
import { existing } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { driverStanding } from './member-standing.ts';

/** Debts of removed records of the same person, car or numbers; 404 `not_found`. */
export const debtsLeftBehind = async (db: Db, id: string, now: Date): Promise<LeftBehind[]> => {
  const former = await formerRecords(db, existing(await findDriver(db, id), 'driver'));
  const drivers = new Map((await driversById(db, pluck(former, 'id'))).map((driver) => [driver.id, driver]));
  const debts: LeftBehind[] = [];
  for (const { id: formerId, removed_at, shared } of former) {
    const driver = drivers.get(formerId);
    if (!driver) continue;
    const { owed } = await driverStanding(db, formerId, now);
    if (owed === '0.00') continue;
    const { driver_code } = driver;
    debts.push({ id: formerId, driver_code, fullname: fullName(driver), removed_on: today(removed_at), owed, shared });
  }
  return debts;
};
