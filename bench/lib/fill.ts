import { storingDrivers } from '../../server/test/builders/many-drivers.ts';
import { officeRows } from './fill-office.ts';

/** How many rows of each; `isOffice` also fills what the office's lists show of drivers. */
export type Fill = { drivers: number; payments: number; isOffice?: boolean };

/** Runs one statement without any limit of time. */
export type Run = (statement: string) => Promise<unknown>;

/** The day at which the generated payments end, and from which a run's own go on. */
const DAYS = 1000;

/** Rows of one statement, so few that their triggers' queue fits into memory. */
const CHUNK = 100_000;

const FIRST_NAMES = "'{AMA,KWAME,KOFI,ESI,YAW,ABENA,KOJO,EFUA,KWESI,AKOSUA}'::text[]";
const LAST_NAMES = "'{MENSAH,OWUSU,BOATENG,ASANTE,OSEI,APPIAH,TETTEH,QUAYE,ADJEI,DARKO,AMOAH}'::text[]";
/** Eleven last names, each with two letters behind it: searches find prefixes of any length. */
const LAST_NAME = `(${LAST_NAMES})[1 + n % 11] || chr((65 + n / 11 % 26)::integer) || chr((65 + n / 286 % 26)::integer)`;
/** How many last names there are. */
export const NAMES = 11 * 26 * 26;

const drivers = (count: number): string[] => [
  `INSERT INTO accounts (kind, login, role, created_at)
   SELECT 'member', 'DRV' || lpad(n::text, 6, '0') || '0', 'Member', now() FROM generate_series(1, ${count}) AS n`,
  storingDrivers(`
   SELECT id, login, (${FIRST_NAMES})[1 + n % 10] AS first_name, ${LAST_NAME} AS last_name, 'Male' AS gender,
     date '1990-01-01' AS date_of_birth, 'GHANAIAN' AS nationality, 'GHANA CARD' AS identification_type,
     'GHA-' || lpad(n::text, 9, '0') || '-1' AS id_number, date '2020-01-01' AS date_issued, date '2029-12-31' AS expiry_date,
     'Single' AS marital_status, 'GR ' || n || '-20' AS car_number, '+23324' || lpad(n::text, 7, '0') AS mobile_number,
     'driver' || n || '@example.com' AS email, 'AMA MENSAH' AS next_of_kin, '+233241234567' AS kin_mobile_number,
     'SISTER' AS kin_relationship, now() - (${count} - n) * interval '${DAYS} days' / ${count} AS registered_at
   FROM (SELECT id, login, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE kind = 'member') AS members
   ORDER BY n`),
  // Drivers who register later get other codes.
  `SELECT setval('driver_serial', ${count + 100_000})`,
];

/**
 * Of 20 of the first ten payments of each driver two are registration fees and one is a device;
 * all others are subscriptions, each driver's one after the other. The last hundredth waits; some
 * of the rest are rejected or reversed.
 */
const payments = (from: number, to: number, total: number, drivers: number): string => `
  INSERT INTO payments (driver_id, type_code, period, payment_year, payment_month, amount_due, amount, transaction_id,
    transaction_date, status, created_at)
  SELECT drivers.id, type_code, CASE WHEN type_code = 'SS' THEN 'monthly' ELSE 'once' END,
    CASE WHEN type_code = 'SS' THEN 2024 + month / 12 END, CASE WHEN type_code = 'SS' THEN 1 + month % 12 END, 200, 200 + n % 3, 'M' || lpad(n::text, 10, '0'), day, status, day
  FROM (
    SELECT n, day, serial / ${drivers} AS month, 1 + serial % ${drivers} AS driver, type_code,
      CASE WHEN n >= ${total} * 0.99 THEN 'submitted' WHEN type_code = 'RF' THEN 'cleared'
        WHEN n % 40 = 19 THEN 'rejected' WHEN n % 100 = 37 THEN 'reversed' ELSE 'cleared' END AS status
    FROM (
      SELECT n, now()::date - ${DAYS} + (n * ${DAYS} / ${total})::integer AS day,
        CASE WHEN n >= ${drivers * 10} THEN 'SS' WHEN n % 20 < 2 THEN 'RF' WHEN n % 20 = 2 THEN 'DP' ELSE 'SS' END AS type_code,
        CASE WHEN n >= ${drivers * 10} THEN n - ${drivers * 10} / 20 * 3
          WHEN n % 20 < 2 THEN n / 20 * 2 + n % 20 WHEN n % 20 = 2 THEN n / 20 ELSE n / 20 * 17 + n % 20 - 3 END AS serial
      FROM generate_series(${from}::bigint, ${to - 1}::bigint) AS n
    ) AS numbered
  ) AS planned
  JOIN drivers ON drivers.driver_code = 'DRV' || lpad(driver::text, 6, '0') || '0'
  ORDER BY n`;

/** The statements that make so many payments of `size`, from a number on. */
export const paymentsFrom = (from: number, to: number, size: Fill): string =>
  payments(from, Math.min(to, size.payments), size.payments, size.drivers);

/** Fills an empty, migrated database with drivers alone. */
export const fillDrivers = async (run: Run, size: Fill): Promise<void> => {
  for (const statement of drivers(size.drivers)) await run(statement);
  // The planner must know how many drivers there are before it joins them.
  await run('ANALYZE drivers, persons');
  for (const statement of size.isOffice ? officeRows(size.drivers) : []) await run(statement);
};

/** Fills an empty, migrated database with drivers and payments (at least ten a driver). */
export const fill = async (run: Run, size: Fill): Promise<void> => {
  await fillDrivers(run, size);
  for (let from = 0; from < size.payments; from += CHUNK) await run(paymentsFrom(from, from + CHUNK, size));
  // As after a night: else PostgreSQL would begin to tidy up in the middle of a round.
  await run('VACUUM ANALYZE');
};
