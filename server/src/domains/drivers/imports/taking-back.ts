import { IMPORT_TOUCHES, type ImportTouch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { auditedAmong } from '#domains/audit';
import { accountsWithPassword, lockAccounts } from '#domains/identity';
import { defineTakeBack } from '#domains/imports';
import { removeAll } from '../removal/remove-driver.ts';
import { importOfDrivers } from './driver-import.ts';
import {
  countImported,
  type ImportedDriver,
  lockNextImported,
  nextImported,
  withOtherCars,
} from './driver-imports.repo.ts';

/** Finds those of drivers whom money is about, which is known above this domain. */
export type WithMoney = (db: Db, driverIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Imported drivers whom somebody has touched since the import, each with the weightiest reason. An import writes nothing about a
 * driver to the audit log, so an entry there is the work of a person.
 */
const touchedDrivers = async (
  db: Db,
  drivers: readonly ImportedDriver[],
  withMoney: WithMoney,
): Promise<ReadonlyMap<string, ImportTouch>> => {
  const ids = drivers.map(({ id }) => id);
  const withPassword = await accountsWithPassword(
    db,
    drivers.map(({ account_id }) => account_id),
  );
  const changed = await auditedAmong(db, { kind: 'driver', ids });
  const [paid, cars] = [await withMoney(db, ids), await withOtherCars(db, ids)];
  const touchOf = ({ id, account_id }: ImportedDriver): ImportTouch | null => {
    if (paid.has(id)) return 'money';
    if (cars.has(id)) return 'cars';
    return changed.has(id) || withPassword.has(account_id) ? 'changes' : null;
  };
  return new Map(
    drivers.flatMap((driver) => {
      const touch = touchOf(driver);
      return touch === null ? [] : [[driver.id, touch] as const];
    }),
  );
};

/** Takes an import of drivers back: those whom nobody has touched since are removed, as any driver is. */
export const takeBackOfDrivers = (withMoney: WithMoney) =>
  defineTakeBack({
    imports: importOfDrivers,
    job: 'take back drivers',
    needs: 'drivers.remove',
    records: 'drivers',
    chunk: 100,
    touches: IMPORT_TOUCHES,
    count: countImported,
    next: nextImported,
    lockNext: async (tx, range) => {
      const drivers = await lockNextImported(tx, range);
      // A member who sets a password at this moment has done so before the look, or cannot any more.
      await lockAccounts(
        tx,
        drivers.map(({ account_id }) => account_id),
      );
      return drivers;
    },
    touched: (db, drivers: readonly ImportedDriver[]) => touchedDrivers(db, drivers, withMoney),
    remove: removeAll,
  });
