import type { ImportTouch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { auditedAmong } from '#domains/audit';
import { accountsWithPassword, lockAccounts } from '#domains/identity';
import { defineTakeBack } from '#domains/imports';
import { type DriverRow, lockRecords } from '../drivers.repo.ts';
import { removeAll } from '../removal/remove-driver.ts';
import { driverLists } from './driver-import.ts';
import { countImported, type ImportedDriver, nextImported, withOtherCars } from './driver-imports.repo.ts';
import { takeBackOpenings } from './openings.ts';

/** Finds those of drivers whom money is about, which is known above this domain. */
export type WithMoney = (db: Db, driverIds: readonly string[]) => Promise<ReadonlySet<string>>;

const idsOf = (drivers: readonly ImportedDriver[]) => drivers.map(({ id }) => id);
const accountsOf = (drivers: readonly ImportedDriver[]) => drivers.map(({ account_id }) => account_id);

/** Takes an import back: drivers whom nobody has touched since are removed, as any driver is. */
export const takeBackOfDrivers = (withMoney: WithMoney) =>
  defineTakeBack<ImportedDriver, DriverRow, ImportTouch, 'drivers'>({
    imports: driverLists,
    job: 'take back drivers',
    needs: 'drivers.remove',
    records: 'drivers',
    chunk: 100,
    touches: {
      money: (db, drivers) => withMoney(db, idsOf(drivers)),
      cars: (db, drivers) => withOtherCars(db, idsOf(drivers)),
      // An import writes nothing about a driver to the audit log: an entry is a person's work.
      changes: async (db, drivers) => {
        const changed = await auditedAmong(db, { kind: 'driver', ids: idsOf(drivers) });
        const withPassword = await accountsWithPassword(db, accountsOf(drivers));
        return [...changed, ...idsOf(drivers.filter(({ account_id }) => withPassword.has(account_id)))];
      },
    },
    count: countImported,
    next: nextImported,
    lock: async (tx, found) => {
      const drivers = (await lockRecords(tx, idsOf(found))).filter(({ removed_at }) => removed_at === null);
      // A member who sets a password now has done so before the look, or cannot any more.
      await lockAccounts(tx, accountsOf(drivers));
      return drivers;
    },
    remove: async (tx, free, made) => {
      await removeAll(tx, free, made);
      await takeBackOpenings(tx, idsOf(free), made);
    },
  });
