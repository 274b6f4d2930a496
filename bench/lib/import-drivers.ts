import { sql } from 'kysely';
import type { Db } from '../../server/src/db/database.ts';

const CHUNK = 500;
let imported = 0;

/** Adds so many drivers in one transaction, as an import does: a statement for each chunk of rows. */
export const importDrivers = (db: Db, count: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (let done = 0; done < count; done += CHUNK) {
      const from = imported + 1;
      imported += CHUNK;
      await sql`
        WITH numbers AS (SELECT n, lpad(n::text, 6, '0') AS digits FROM generate_series(${from}::int, ${imported}::int) AS n),
        added AS (
          INSERT INTO accounts (kind, login, role, created_at)
          SELECT 'member', 'DRV' || digits || 'I', 'Member', now() FROM numbers RETURNING id, login
        )
        INSERT INTO drivers (account_id, driver_code, first_name, last_name, gender, date_of_birth, nationality,
          identification_type, id_number, date_issued, expiry_date, marital_status, car_number, mobile_number, email,
          next_of_kin, kin_mobile_number, kin_relationship, registered_at, unpaid_since)
        SELECT added.id, login, 'AMA', 'MENSAH', 'Female', '1990-01-01', 'GHANAIAN', 'PASSPORT', 'G' || digits, '2020-01-01',
          '2029-12-31', 'Single', 'ZZ ' || n || '-21', '+233599' || digits, 'driver@example.com', 'ESI MENSAH',
          '+233241234567', 'SISTER', now(), now()
        FROM numbers JOIN added ON login = 'DRV' || digits || 'I'`.execute(tx);
    }
  });
