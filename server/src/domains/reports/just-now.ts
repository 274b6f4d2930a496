import { fullName, type JustNow, monthCode } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { latestTransfers } from '#domains/clearance';
import { driversById, latestDrivers } from '#domains/drivers';
import { loginsOf } from '#domains/identity';
import { latestPayments } from '#domains/payments';
import type { Can } from './dashboard.ts';

const SHOWN = 10;

const registrations = async (db: Db): Promise<JustNow[]> =>
  (await latestDrivers(db, SHOWN)).map(({ id, car_number, registered_at, ...names }) => ({
    kind: 'driver',
    id,
    at: registered_at.toISOString(),
    name: fullName(names),
    car_number,
  }));

const claims = async (db: Db): Promise<JustNow[]> => {
  const payments = await latestPayments(db, SHOWN);
  const drivers = await driversById(db, [...new Set(payments.map(({ driver_id }) => driver_id))]);
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  return payments.flatMap(({ id, driver_id, type_code, payment_year, payment_month, amount, created_at }) => {
    const driver = byId.get(driver_id);
    if (!driver) return [];
    return {
      kind: 'claim',
      id,
      at: created_at.toISOString(),
      name: fullName(driver),
      driver_code: driver.driver_code,
      amount,
      payment_type: type_code,
      payment_year,
      payment_month: monthCode(payment_month),
    };
  });
};

const money = async (db: Db): Promise<JustNow[]> => {
  const transfers = await latestTransfers(db, SHOWN);
  const logins = await loginsOf(db, [...new Set(transfers.flatMap(({ captured_by }) => captured_by ?? []))]);
  return transfers.map(({ id, amount, mode, source, captured_by, captured_at }) => ({
    kind: 'money',
    id,
    at: captured_at.toISOString(),
    amount,
    mode,
    source,
    by: captured_by === null ? null : (logins.get(captured_by) ?? null),
  }));
};

/** The latest registrations, claims and money, the newest first, as far as the caller may see them. */
export const justNow = async (db: Db, can: Can): Promise<JustNow[]> =>
  [
    ...(can('drivers.read') ? await registrations(db) : []),
    ...(can('payments.read') ? [...(await claims(db)), ...(await money(db))] : []),
  ]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, SHOWN);
