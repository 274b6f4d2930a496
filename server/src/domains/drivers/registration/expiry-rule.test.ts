import { addDays, expiryOf } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the database’s rule for an expiry is the contract’s, on every day of thirty years', async () => {
  const { driver } = await buildDriver(it);
  const days = Array.from({ length: 30 * 366 }, (_, n) => addDays('1996-01-01', n));
  const expiries = days.map(expiryOf);
  // A table with only the person's checks; a row that breaks one stops the statement.
  await sql`CREATE TABLE expiries (LIKE persons INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING DEFAULTS)`.execute(
    it.db,
  );
  const store = (issued: readonly string[], expiry: readonly string[]) =>
    sql`
    INSERT INTO expiries (id, first_name, last_name, gender, date_of_birth, nationality, identification_type, id_number,
      date_issued, expiry_date, marital_status, mobile_number, email, next_of_kin, kin_mobile_number, kin_relationship)
    SELECT id, first_name, last_name, gender, '1990-01-01', nationality, identification_type, id_number,
      issued::date, expiry::date, marital_status, mobile_number, email, next_of_kin, kin_mobile_number, kin_relationship
    FROM persons, unnest(${sql.val(issued)}::text[], ${sql.val(expiry)}::text[]) AS days (issued, expiry)
    WHERE id = ${driver.person_id}`.execute(it.db);
  await store(days, expiries);
  for (const wrong of [1, -1]) {
    await expect(store(['2024-02-29'], [addDays('2034-02-28', wrong)])).rejects.toThrow(/expir/);
    await expect(store(['2014-03-01'], [addDays('2024-02-29', wrong)])).rejects.toThrow(/expir/);
  }
});
