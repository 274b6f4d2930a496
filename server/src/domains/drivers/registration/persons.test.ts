import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCar } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind, sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('a new driver is a person of their own', async () => {
  const { driver } = await buildDriver(it);
  const rows = it.db.selectFrom('drivers').select('id').where('person_id', '=', driver.person_id);
  expect([driver.root_id, await rows.execute()]).toEqual([driver.person_id, [{ id: driver.id }]]);
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

test('two cars of a person who are removed at once free the numbers, whoever comes first', async () => {
  const { headers } = await buildCaller(it, 'SystemAdmin');
  for (let count = 0; count < 5; count += 1) {
    const { driver } = await buildDriver(it);
    const { body } = await sendCar(it, headers, driver.id);
    const removed = await Promise.all([driver.id, body.id].map((id) => removeDriver(it, headers, id)));
    expect(removed.map(({ status }) => status)).toEqual([200, 200]);
    const rows = it.db.selectFrom('persons').select('is_current').where('root_id', '=', driver.root_id);
    expect(await rows.execute()).toEqual([{ is_current: false }, { is_current: false }]);
    expect((await sendRegistration(it, { mobile_number: driver.mobile_number })).status).toBe(201);
  }
});

test('the database keeps a number within one person, whatever is changed in which order', async () => {
  const drivers: { id: string; person_id: string }[] = [];
  for (let count = 0; count < 4; count += 1) drivers.push((await buildDriver(it)).driver);
  const numbers = ['+233201110001', '+233201110002', '+233201110003'] as const;
  const which = fc.nat(3);
  const change = fc.oneof(
    fc.record({ which, removed_at: fc.constantFrom(null, it.clock.now) }),
    fc.record({ which, person: which }),
    fc.record({ which, mobile_number: fc.constantFrom(...numbers) }),
    fc.record({ which, id_number: fc.constantFrom('PA 1', 'PA 2') }),
  );
  const store = ({ which: at, ...values }: typeof change extends fc.Arbitrary<infer Change> ? Change : never) => {
    const { id = '', person_id = '' } = drivers[at] ?? {};
    const ofDriver = (set: { removed_at: Date | null } | { person_id: string }) =>
      it.db.updateTable('drivers').set(set).where('id', '=', id).execute();
    if ('removed_at' in values) return ofDriver(values);
    if ('person' in values) return ofDriver({ person_id: drivers[values.person]?.person_id ?? '' });
    return it.db.updateTable('persons').set(values).where('id', '=', person_id).execute();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      // Another person has the number: the change is refused as a whole.
      for (const one of changes) await store(one).catch((error: { code?: string }) => expect(error.code).toBe('23505'));
      const { rows } = await sql<{ wrong: string; numbers: string }>`
        SELECT count(*) FILTER (WHERE is_current <> EXISTS (
          SELECT FROM drivers WHERE person_id = persons.id AND removed_at IS NULL
        )) AS wrong, count(*) FILTER (WHERE is_current) - count(DISTINCT mobile_number) FILTER (WHERE is_current) AS numbers
        FROM persons`.execute(it.db);
      expect(rows).toEqual([{ wrong: '0', numbers: '0' }]);
    }),
    { numRuns: 40 },
  );
});
