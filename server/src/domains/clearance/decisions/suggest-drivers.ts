import { type CasePayer, fullName, type SuggestedDriver } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type DriverRelation, driversSuggested, ownersById, type Payer, type SuggestedBy } from '#domains/drivers';
import { debtsOfDrivers, type PaymentPayer } from '#domains/payments';
import { pluck } from '#lib/values.ts';

export const presentDriver = (drivers: ReadonlyMap<string, DriverRelation>, id: string): SuggestedDriver['driver'] => {
  const driver = drivers.get(id);
  if (!driver) throw new Error(`No driver ${id}`);
  const { driver_code, car_number, mobile_number, is_removed } = driver;
  return { id, driver_code, fullname: fullName(driver), car_number, mobile_number, is_removed };
};

/** The page of the office that shows a payer. */
export const payerPage = ({
  driver_id,
  tenant_id,
  application_id,
  plot_id,
}: Pick<PaymentPayer, 'driver_id' | 'tenant_id' | 'application_id' | 'plot_id'>): string => {
  if (driver_id !== null) return `/view_driver/${driver_id}`;
  if (tenant_id !== null) return `/tenants/${tenant_id}`;
  return application_id === null ? `/plots/${plot_id}` : `/applications/${application_id}`;
};

/** The payer of a payment, of either side. */
export const presentPayer = (drivers: ReadonlyMap<string, DriverRelation>, payer: PaymentPayer): CasePayer => {
  if (payer.driver_id === null) {
    const { payer_name, payer_details, payer_number } = payer;
    const names = { fullname: payer_name ?? '', details: payer_details ?? '', mobile_number: payer_number ?? '' };
    return { side: 'land', ...names, page: payerPage(payer), driver: null };
  }
  const driver = presentDriver(drivers, payer.driver_id);
  const { fullname, car_number: details, mobile_number } = driver;
  return { side: 'drivers', fullname, details, mobile_number, page: payerPage(payer), driver };
};

/** Drivers who are suggested for one piece of money at most. */
const MOST = 5;

/**
 * The drivers whom money may be for, the likeliest first, by the money's id: those whose car or
 * code the payer wrote, who have the number that paid, and who have the payer's name. With what
 * they owe.
 */
export const suggestDrivers = async (
  db: Db,
  money: readonly Payer[],
  now: Date,
): Promise<ReadonlyMap<string, SuggestedDriver[]>> => {
  if (money.length === 0) return new Map();
  const found = await driversSuggested(db, money);
  const reasons = new Map<string, Map<string, Set<SuggestedBy>>>();
  for (const { id, driver_id, why } of found) {
    const ofMoney = reasons.get(id) ?? new Map<string, Set<SuggestedBy>>();
    if (ofMoney.size < MOST || ofMoney.has(driver_id)) {
      ofMoney.set(driver_id, (ofMoney.get(driver_id) ?? new Set()).add(why));
    }
    reasons.set(id, ofMoney);
  }
  const ids = [...new Set(pluck(found, 'driver_id'))];
  const drivers = await ownersById(db, ids);
  const debts = await debtsOfDrivers(db, ids, now);
  return new Map(
    [...reasons].map(([id, ofMoney]) => [
      id,
      [...ofMoney].map(([driverId, why]) => {
        const { owed, due } = debts.get(driverId) ?? { owed: '0.00', due: [] };
        const owing = due.map(({ payable: _, ...fee }) => fee);
        return { driver: presentDriver(drivers, driverId), why: [...why], owed, due: owing };
      }),
    ]),
  );
};
