import type { ImportTouch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { auditedAmong } from '#domains/audit';
import { accountsWithPassword } from '#domains/identity';
import { type ImportedDriver, withOtherCars } from './taking-back.repo.ts';

/** Finds those of drivers whom money is about, which is known above this domain. */
export type WithMoney = (db: Db, driverIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Imported drivers whom somebody has touched since the import, each with the weightiest reason. An import writes nothing about a
 * driver to the audit log, so an entry there is the work of a person.
 */
export const touchedDrivers = async (
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
