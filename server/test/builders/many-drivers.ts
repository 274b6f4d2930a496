import { SHOWN_OF_PERSON } from '../../src/domains/drivers/drivers.repo.ts';

const OF_PERSON =
  'first_name, last_name, gender, date_of_birth, nationality, identification_type, id_number, date_issued, expiry_date, ' +
  'marital_status, mobile_number, email, next_of_kin, kin_mobile_number, kin_relationship';

/** The columns of a person that drivers repeat, as SQL. */
export const OF_BOTH = SHOWN_OF_PERSON.join(', ');

/**
 * A statement that stores many drivers, each with a person. `rows` selects accounts as `id` and
 * `login` with the persons' columns, `car_number` and `registered_at`; `made` may precede it.
 */
export const storingDrivers = (rows: string, made = ''): string => `
  WITH ${made && `${made},`} given AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('persons', 'id')) AS person_id, row.* FROM (${rows}) AS row
  ), person AS (
    INSERT INTO persons (id, ${OF_PERSON}) OVERRIDING SYSTEM VALUE SELECT person_id, ${OF_PERSON} FROM given
    RETURNING id AS person_id, ${OF_BOTH}
  )
  INSERT INTO drivers (person_id, ${OF_BOTH}, account_id, driver_code, car_number, registered_at)
  SELECT person.*, id, login, car_number, registered_at FROM given JOIN person USING (person_id)`;

/** Member accounts with the codes from a number on, as `made`. */
export const makingAccounts = (from: number, count: number): string => `made AS (
  INSERT INTO accounts (kind, login, role, created_at)
  SELECT 'member', 'DRV' || lpad((${from} + n)::text, 6, '0') || 'X', 'Member', now() FROM generate_series(1, ${count}) AS n
  RETURNING id, login
)`;

/** The rows of accounts that were made, with one name and nationality. */
export const rowsNamed = (first: string, last: string, nationality: string, registered_at: string): string => `
  SELECT id, login, '${first}' AS first_name, '${last}' AS last_name, 'Male' AS gender, date '1990-01-01' AS date_of_birth,
    '${nationality}' AS nationality, 'PASSPORT' AS identification_type, 'MANY' || id AS id_number,
    date '2020-01-01' AS date_issued, date '2029-12-31' AS expiry_date, 'Single' AS marital_status,
    'XX ' || id AS car_number, '+2339' || lpad(id::text, 8, '0') AS mobile_number, 'x@example.com' AS email,
    'AMA' AS next_of_kin, '+233241111111' AS kin_mobile_number, 'WIFE' AS kin_relationship, ${registered_at} AS registered_at
  FROM made`;
