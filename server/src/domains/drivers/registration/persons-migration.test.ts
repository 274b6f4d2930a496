import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import type { FreshDatabase } from '../../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../../test/harness.ts';

let it: FreshDatabase;
let folder: string;

const noSeed = async () => {};
const run = (statement: string) => sql.raw(statement).execute(it.db);
/** Migrates to the last change before this one. */
const migrateBefore = async (name: string) => {
  for (const file of await readdir(MIGRATIONS))
    if (file < name) await copyFile(join(MIGRATIONS, file), join(folder, file));
  await migrate(it.db, noSeed, folder);
};

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  await run('DROP SCHEMA public CASCADE');
  await run('CREATE SCHEMA public');
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

/** Adds drivers, of whom the last two digits of numbers and cars tell. */
const addDrivers = (from: number, to: number) =>
  run(`WITH made AS (
      INSERT INTO accounts (kind, login, role, created_at)
      SELECT 'member', 'DRV0000' || n || '0', 'Member', now() FROM generate_series(${from}, ${to}) AS n RETURNING id, login
    )
    INSERT INTO drivers (account_id, driver_code, first_name, last_name, gender, date_of_birth, nationality,
      identification_type, id_number, date_issued, expiry_date, marital_status, car_number, mobile_number, email,
      next_of_kin, kin_mobile_number, kin_relationship, registered_at, photo)
    SELECT id, login, 'AMA', 'MENSAH ' || substr(login, 8, 2), 'Female', '1990-01-01', 'GHANAIAN', 'PASSPORT',
      'G ' || substr(login, 8, 2), '2020-01-01', '2029-12-31', 'Single', 'GR ' || substr(login, 8, 2) || '-20',
      '+2332400000' || substr(login, 8, 2), 'ama@example.com', 'ESI', '+233241234567', 'SISTER', '2026-10-28',
      'photo-' || substr(login, 8, 2) || '.jpg'
    FROM made ORDER BY login`);

type Row = { id: string; car_number: string; last_name: string; mobile_number: string; photo: string; root: string };
const COLUMNS = `car_number, last_name, mobile_number, id_number, id_key, email, photo, gender, date_of_birth, expiry_date,
  spouse_mobile_number, gps_address, next_of_kin, removed_at, erased_at, import_id, version, merged_into`;
const read = async (table: string, root: string) =>
  (await sql.raw<Row>(`SELECT id, ${root}::text AS root, ${COLUMNS} FROM ${table} ORDER BY id`).execute(it.db)).rows;

test('each driver has the data of before in a row of their person, and cars of one person share theirs', async () => {
  await migrateBefore('0065');
  await run(`INSERT INTO nationalities (nationality) VALUES ('GHANAIAN'); INSERT INTO identifications (identification)
    VALUES ('PASSPORT'); INSERT INTO relationships (relationship) VALUES ('SISTER')`);
  await addDrivers(10, 14);
  await migrateBefore('0096');
  await addDrivers(15, 22);
  // 11 has another car, 16, whose name was changed last and did not reach 11 then; 12 was removed
  // beside the car 17.
  const as = (n: number, of: number, more = '') =>
    run(`UPDATE drivers SET (person_id, last_name, mobile_number, id_number) =
      (SELECT id, last_name, mobile_number, id_number FROM drivers WHERE car_number = 'GR ${of}-20') ${more}
      WHERE car_number = 'GR ${n}-20'`);
  await as(16, 11);
  await run(`UPDATE drivers SET last_name = 'SARPONG' WHERE car_number = 'GR 16-20';
    INSERT INTO driver_changes (driver_id, version, changed_at, changed_by, reason, before, after)
    SELECT id, 2, now(), account_id, 'As on the card.', '{}', '{}' FROM drivers WHERE car_number = 'GR 16-20'`);
  await as(17, 12);
  await run(`UPDATE drivers SET removed_at = now(), last_name = 'FORMER' WHERE car_number = 'GR 12-20'`);
  // 13 was merged into 14, 18 is removed and erased, 19 was imported without an ID number.
  await run(`UPDATE drivers SET removed_at = now(), merged_into = (SELECT id FROM drivers WHERE car_number = 'GR 14-20')
    WHERE car_number = 'GR 13-20'`);
  await run(`UPDATE drivers SET removed_at = now(), erased_at = now(), gender = NULL, date_of_birth = NULL, nationality = NULL,
    identification_type = NULL, id_number = 'ERASED', date_issued = NULL, expiry_date = NULL, marital_status = NULL,
    mobile_number = '', email = 'ERASED', next_of_kin = 'ERASED', kin_mobile_number = NULL, kin_relationship = NULL,
    photo = NULL WHERE car_number = 'GR 18-20'`);
  await run(`WITH list AS (
      INSERT INTO driver_imports (file_name, line_count, suggestion, is_remembered, uploaded_by, uploader, uploaded_at)
      SELECT 'drivers.csv', 1, '{}', false, min(id), 'ama', now() FROM accounts RETURNING id
    ) UPDATE drivers SET import_id = list.id, id_number = NULL FROM list WHERE car_number = 'GR 19-20'`);
  const before = await read('drivers', 'person_id');
  await migrate(it.db, noSeed);
  const shared = (row: Row) =>
    row.car_number === 'GR 11-20' ? { ...row, last_name: 'SARPONG', photo: 'photo-16.jpg' } : row;
  expect(await read('driver_records', 'root_id')).toEqual(before.map(shared));
  const { rows } = await sql<{ cars: string; is_current: boolean }>`
    SELECT string_agg(car_number, ', ' ORDER BY car_number) AS cars, is_current FROM driver_records
    GROUP BY person_id, is_current HAVING count(*) > 1`.execute(it.db);
  expect(rows).toEqual([{ cars: 'GR 11-20, GR 16-20', is_current: true }]);
  const letGo = await sql<{ key: string }>`SELECT key FROM unowned_files WHERE is_released`.execute(it.db);
  expect(letGo.rows).toEqual([{ key: 'drivers/photo-11.jpg' }]);
  // The next person's number is behind all of these, and numbers of current persons are theirs
  // alone.
  await expect(
    run(
      `INSERT INTO persons (is_imported, first_name, last_name, mobile_number) VALUES (true, 'A', 'B', '+233240000010')`,
    ),
  ).rejects.toThrow('persons_mobile');
  const free = `INSERT INTO persons (is_imported, first_name, last_name, mobile_number) VALUES (true, 'A', 'B', '+233240000013')`;
  await run(free);
  await expect(run(free)).rejects.toThrow('persons_mobile');
});
