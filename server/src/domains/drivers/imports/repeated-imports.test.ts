import { normalizePhone } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { type ListedDriver, listCsv, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { killImporting } from '../../../../test/killed-import.ts';
import { leftBehind, sendRegistration } from '../../../../test/register.ts';
import { countWaiting } from '../../../../test/waiting.ts';
import { SHOWN } from '../drivers.repo.ts';

const MINUTE = 60_000;
const ELSEWHERE = 'If it is the same person, add the car from the driver’s page.';

let it: TestApp;
let staff: ReturnType<typeof driverImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = driverImportsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
});
afterAll(() => it.close());

const listOf = (count: number): ListedDriver[] => Array.from({ length: count }, () => nextListed());
const counted = async () => {
  const { drivers, accounts } = await leftBehind(it);
  return { drivers, accounts };
};

test('the same list ten times, by three servers at once, makes each driver once', async () => {
  const before = await counted();
  const file = listCsv(listOf(40));
  const ids: string[] = [];
  while (ids.length < 10) ids.push(await staff.checked(file));
  for (const id of ids) expect((await staff.start(id)).statusCode).toBe(201);
  const errors: unknown[] = [];
  await Promise.all([1, 2, 3].map(() => driverImportServer(it, errors).runDue()));
  await driverImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
  expect(await counted()).toEqual({ drivers: before.drivers + 40, accounts: before.accounts + 40 });
  const made = await Promise.all(ids.map(async (id) => (await staff.show(id)).drivers));
  expect(made.toSorted((one, other) => other - one).slice(0, 2)).toEqual([40, 0]);
  const later = await staff.checked(file);
  expect(await staff.counts(later)).toEqual({ known: 40 });
  expect((await staff.start(later)).json().message).toBe('No line of this list is a driver who could be added.');
});

test('whoever registers between the check and the import is left out', async () => {
  const lines = listOf(3);
  const id = await staff.checked(listCsv(lines));
  await sendRegistration(it, { car_number: lines[0]?.['Car Number'] ?? '' });
  await sendRegistration(it, { mobile_number: lines[1]?.['Mobile Number'] ?? '' });
  await staff.start(id);
  await driverImportServer(it).runDue();
  expect((await staff.lines(id)).map(({ outcome, is_imported }) => [outcome, is_imported])).toEqual([
    ['known', false],
    ['another_car', false],
    ['remark', true],
  ]);
});

test.each([
  ['car', 'DRV999991X', 'Car Number', 'known', 'Another driver is registered with this car.'],
  [
    'mobile number',
    'DRV999992X',
    'Mobile Number',
    'another_car',
    `A current driver has this mobile number with another car. ${ELSEWHERE}`,
  ],
  [
    'ID number',
    'DRV999993X',
    'ID Number',
    'another_car',
    `A current driver has this ID number with another car. ${ELSEWHERE}`,
  ],
] as const)(
  'a registration of the same %s at the same moment wins, and the import goes on without it',
  async (_, code, same, outcome, reason) => {
    const lines = listOf(5);
    const id = await staff.checked(listCsv(lines));
    await staff.start(id);
    const before = await counted();
    // Holds the car or number as a registration does that has not committed.
    const [inserted, registered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = await staff.checked(listCsv([nextListed()]));
    const own = { ...nextListed(), [same]: lines[2]?.[same] ?? '' };
    const registering = awaitLater(
      it.db.transaction().execute(async (tx) => {
        await sql`
        INSERT INTO accounts (kind, login, role, created_at) VALUES ('member', ${code}, 'Member', now())`.execute(tx);
        await sql`
        WITH person AS (
          INSERT INTO persons (is_imported, first_name, last_name, mobile_number, id_number)
          VALUES (true, 'AMA', 'MENSAH', ${normalizePhone(own['Mobile Number'])}, ${own['ID Number']})
          RETURNING id AS person_id, ${SHOWN}
        )
        INSERT INTO drivers (account_id, driver_code, car_number, registered_at, import_id, person_id, ${SHOWN})
        SELECT accounts.id, ${code}, ${own['Car Number']}, now(), ${other}, person.*
        FROM accounts, person WHERE login = ${code}`.execute(tx);
        inserted.resolve();
        await registered.promise;
      }),
    );
    await Promise.race([inserted.promise, registering]);
    let hasGivenWay = false;
    const importing = awaitLater(
      driverImportServer(it)
        .runDue()
        .finally(() => {
          hasGivenWay = true;
        }),
    );
    // A busy machine may let the import give way first; then it is tried again a minute later.
    await expect.poll(async () => hasGivenWay || (await countWaiting(it.db)) === 1).toBe(true);
    registered.resolve();
    await registering;
    await importing;
    const later = { now: new Date(it.clock.now.getTime() + 2 * MINUTE) };
    await driverImportServer({ db: it.db, clock: later }).runDue();
    const outcomes = (await staff.lines(id)).map((line) => [line.outcome, line.reason, line.known?.driver_code]);
    expect(outcomes[2]).toEqual([outcome, reason, code]);
    expect(outcomes.filter(([one]) => one === 'remark')).toHaveLength(4);
    expect(await counted()).toEqual({ drivers: before.drivers + 5, accounts: before.accounts + 5 });
  },
);

test('an import that is stopped keeps its drivers, and goes on where it was', async () => {
  const before = await counted();
  const id = await staff.checked(listCsv(listOf(600)));
  await staff.start(id);
  const stops: number[] = [];
  const stop = async () => void stops.push((await staff.call('POST', `/${id}/cancel`)).statusCode);
  await driverImportServer(it, [], stop).runDue();
  expect(stops).toEqual([200]);
  expect(await staff.show(id)).toMatchObject({ status: 'cancelled', drivers: 250 });
  expect(await counted()).toEqual({ drivers: before.drivers + 250, accounts: before.accounts + 250 });
  await staff.start(id);
  await driverImportServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({ status: 'imported', drivers: 600 });
  expect(await counted()).toEqual({ drivers: before.drivers + 600, accounts: before.accounts + 600 });
});

test('a server killed in the middle of an import loses no driver and repeats none', async () => {
  // A chunk of 250, and a part of the next.
  const count = 300;
  const before = await counted();
  const id = await staff.checked(listCsv(listOf(count)));
  await staff.start(id);
  expect(await killImporting(it.db, 'import drivers', 'driver_import_lines', id)).toBe(250);
  expect(await counted()).toEqual({ drivers: before.drivers + 250, accounts: before.accounts + 250 });

  const later = { now: new Date(Date.now() + 2 * MINUTE) };
  await driverImportServer({ db: it.db, clock: later }).runDue();
  expect(await counted()).toEqual({ drivers: before.drivers + count, accounts: before.accounts + count });
  expect(await staff.show(id)).toMatchObject({ status: 'imported', drivers: count, counts: [{ lines: count }] });
});
