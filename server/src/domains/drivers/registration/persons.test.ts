import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind, sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

type Held = { kind: string; number: string; person_id: string; cars: number };

/** The numbers that are held, and those that current drivers have. */
const heldAndHad = async () => {
  const held = await sql<Held>`SELECT * FROM person_numbers ORDER BY kind, number`.execute(it.db);
  const had = await sql<Held>`
    SELECT kind, number, min(person_id)::bigint AS person_id, count(*)::integer AS cars FROM (
      SELECT 'mobile' COLLATE "C" AS kind, mobile_number::text COLLATE "C" AS number, person_id FROM drivers WHERE removed_at IS NULL
      UNION ALL SELECT 'id', id_key, person_id FROM drivers WHERE removed_at IS NULL
    ) AS had GROUP BY kind, number ORDER BY kind, number`.execute(it.db);
  return { held: held.rows, had: had.rows };
};

test('a new driver is a person of their own', async () => {
  const { driver } = await buildDriver(it);
  expect(driver.person_id).toBe(driver.id);
});

test('of a hundred registrations of one mobile number at the same moment one is accepted', async () => {
  const before = await leftBehind(it);
  // Staff, whom the limits of strangers do not hold up before the database decides.
  const callers = await Promise.all(Array.from({ length: 4 }, () => buildCaller(it, 'SuperUser')));
  const drivers = Array.from({ length: 100 }, (_, n) =>
    sendRegistration(it, { mobile_number: '0249876500' }, callers[n % 4]?.headers),
  );
  const statuses = (await Promise.all(drivers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, ...Array(99).fill(409)]);
  expect((await leftBehind(it)).drivers).toBe(before.drivers + 1);
});

test('whoever has a car already is told the way to another one, and staff the page for it', async () => {
  const { driver } = await buildDriver(it);
  const same = { mobile_number: driver.mobile_number };
  expect((await sendRegistration(it, same)).body.message).toBe(
    'This mobile number is already registered. If you have a car with us already, sign in on the page Member sign-in ' +
      'to ask for another, or call 024 000 0001.',
  );
  const { headers } = await buildCaller(it, 'SuperUser');
  expect((await sendRegistration(it, same, headers)).body.message).toBe(
    'This mobile number is already registered. If it is the same person’s, add the car on the page of their other car.',
  );
});

test('the database keeps a number within one person, whatever is changed in which order', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await buildDriver(it)).driver.id);
  const numbers = ['+233201110001', '+233201110002', '+233201110003'] as const;
  const which = fc.nat(3);
  const change = fc.oneof(
    fc.record({ which, removed_at: fc.constantFrom(null, it.clock.now) }),
    fc.record({ which, person_id: which }),
    fc.record({ which, mobile_number: fc.constantFrom(...numbers) }),
    fc.record({ which, id_number: fc.constantFrom('PA 1', 'PA 2') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const { which: driver, ...values } of changes) {
        const set = 'person_id' in values ? { person_id: ids[values.person_id] } : values;
        await it.db
          .updateTable('drivers')
          .set(set)
          .where('id', '=', ids[driver] ?? '')
          .execute()
          // Another person has the number: the change is refused as a whole.
          .catch((error: { code?: string }) => expect(error.code).toBe('23505'));
      }
      const { held, had } = await heldAndHad();
      expect(held).toEqual(had);
    }),
    { numRuns: 40 },
  );
});

test('each driver of before is a person of their own, who has the numbers', async () => {
  // Cars that share a number were none of before.
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('removed_at', 'is', null).execute();
  const { driver } = await buildDriver(it);
  const removed = (await buildDriver(it)).driver.id;
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', removed).execute();
  await it.db.updateTable('drivers').set({ person_id: sql`id` }).execute();
  await sql
    .raw(`
      DROP TRIGGER drivers_name_person ON drivers; DROP TRIGGER drivers_hold_numbers ON drivers;
      DROP TRIGGER drivers_change_numbers ON drivers; DROP FUNCTION name_person, hold_numbers, take_number, give_back_number;
      ALTER TABLE drivers DROP COLUMN person_id; DROP TABLE person_numbers;
      DROP INDEX drivers_mobile; DROP INDEX drivers_id_number;
      CREATE UNIQUE INDEX drivers_mobile ON drivers (mobile_number) WHERE removed_at IS NULL;
      CREATE UNIQUE INDEX drivers_id_number ON drivers (id_key) WHERE removed_at IS NULL;`)
    .execute(it.db);
  await sql.raw(await readFile(join(MIGRATIONS, '0065_persons.sql'), 'utf8')).execute(it.db);
  const { rows } = await sql`SELECT id FROM drivers WHERE person_id <> id`.execute(it.db);
  expect(rows).toEqual([]);
  const { held, had } = await heldAndHad();
  expect(held).toEqual(had);
  expect(held.map(({ number }) => number)).toContain(driver.mobile_number);
  expect((await sendRegistration(it, { mobile_number: driver.mobile_number })).status).toBe(409);
});
