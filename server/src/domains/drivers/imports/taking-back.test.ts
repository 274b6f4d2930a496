import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { type ListedDriver, listCsv, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { buildPrompt } from '../../../../test/builders/prompts.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { callDriver, giveToPerson } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextPayer } from '../../../../test/prompts/harness.ts';
import { countWaiting } from '../../../../test/waiting.ts';
import { driverLists } from './driver-import.ts';

const REASON = 'The list of another company.';

let it: TestApp;
let headers: Record<string, string>;
let staff: ReturnType<typeof driverImportsOf>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SystemAdmin')).headers;
  staff = driverImportsOf(it, headers);
});
afterAll(() => it.close());

const run = (pause?: () => Promise<void>) => driverImportServer(it, [], pause).runDue();

const imported = async (lines: readonly ListedDriver[]) => {
  const id = await staff.checked(listCsv(lines));
  await staff.start(id);
  await run();
  const drivers = await it.db
    .selectFrom('driver_records')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('id')
    .execute();
  return { id, drivers };
};
const someLines = (count: number): ListedDriver[] => Array.from({ length: count }, () => nextListed());

const preview = async (id: string) => (await staff.call('GET', `/${id}/take_back`)).json();
const takeBack = async (id: string, by = staff, reason: unknown = REASON) => {
  const response = await by.call('POST', `/${id}/take_back`, { reason }, { 'idempotency-key': randomUUID() });
  return { status: response.statusCode, body: response.json() };
};
const currentOf = async (id: string) => {
  const rows = it.db.selectFrom('drivers').select('id').where('import_id', '=', id).where('removed_at', 'is', null);
  return (await rows.orderBy('id').execute()).map((row) => row.id);
};
const asksForCar = (driverId: string) =>
  sql`INSERT INTO car_requests (driver_id, car_number, asked_at) VALUES (${driverId}, 'GX 99-26', ${it.clock.now})`.execute(
    it.db,
  );

test('a driver of a list is changed while the list is in work, without a wait', async () => {
  const { id, drivers } = await imported(someLines(1));
  const [driver] = drivers;
  const open = await it.db.startTransaction().execute();
  await driverLists.lock(open, id);
  const change = { version: 1, reason: 'A slip.', last_name: 'Sarpong' };
  const changing = callDriver(it, headers, 'PATCH', String(driver?.id), change);
  const waits = delay(2_000, 'waits', { ref: false });
  const first = await Promise.race([changing, waits]);
  await open.rollback().execute();
  await changing;
  expect(first).toMatchObject({ status: 200 });
});

test('drivers whom nobody has touched are removed, and the others stay with their reasons', async () => {
  const { id, drivers } = await imported(someLines(8));
  const [paid, changed, asked, withPassword, prompted, withCar, ...free] = drivers;
  if (!paid || !changed || !asked || !withPassword || !prompted || !withCar)
    throw new Error('The import has made too few drivers');
  await buildPayment(it, submissionOf(paid));
  await callDriver(it, headers, 'POST', `${changed.id}/password_code`);
  await asksForCar(asked.id);
  await buildPrompt(it, prompted, nextPayer());
  const { driver: other } = await buildDriver(it);
  await giveToPerson(it, withCar.id, other.person_id);
  await it.db.deleteFrom('persons').where('id', '=', withCar.person_id).execute();
  await sql`UPDATE accounts SET password_hash = 'x' WHERE id = ${withPassword.account_id}`.execute(it.db);
  expect(await preview(id)).toEqual({
    drivers: 2,
    stays: [
      { touch: 'money', drivers: 2 },
      { touch: 'cars', drivers: 2 },
      { touch: 'changes', drivers: 2 },
    ],
  });
  expect((await staff.show(id)).taken_back).toBeNull();
  expect(await takeBack(id)).toEqual({
    status: 201,
    body: { status: true, message: 'The drivers of this list are being taken back.' },
  });
  expect((await staff.show(id)).taken_back).toMatchObject({ status: 'running', drivers: 0 });
  await run();
  expect((await staff.show(id)).taken_back).toEqual({
    ...{ status: 'done', drivers: 2, progress: null },
    ended_at: it.clock.now.toISOString(),
  });
  const listed = await it.app.inject({ url: '/api/driver_imports', headers });
  expect(listed.json()).toContainEqual(expect.objectContaining({ id, drivers: 8, taken_back: 2 }));
  expect(await currentOf(id)).toEqual(
    [paid, changed, asked, withPassword, prompted, withCar].map((driver) => driver.id),
  );
  expect((await callDriver(it, headers, 'GET', free[0]?.id ?? '')).body).toMatchObject({ removal_reason: REASON });
});

test('a member who sets a password at the moment of the taking back stays', async () => {
  const { id, drivers } = await imported(someLines(1));
  const [driver] = drivers;
  if (!driver) throw new Error('The import has made no driver');
  await takeBack(id);
  const setting = await it.db.startTransaction().execute();
  await setting.updateTable('accounts').set({ password_hash: 'x' }).where('id', '=', driver.account_id).execute();
  const running = awaitLater(run());
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  await setting.commit().execute();
  await running;
  expect(await currentOf(id)).toEqual([driver.id]);
  expect((await staff.show(id)).taken_back).toMatchObject({ status: 'done', drivers: 0 });
});

test('the log has the taking back, what it came to, and each driver with the reason', async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 1);
  const { id, drivers } = await imported(someLines(1));
  await takeBack(id);
  await run();
  const log = await it.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'after'])
    .where('action', 'in', ['driver_imports.take_back', 'driver_imports.taken_back', 'drivers.remove'])
    .where('at', '=', it.clock.now)
    .orderBy('id')
    .execute();
  const removed = { car_number: null, removed_at: it.clock.now.toISOString(), removal_reason: REASON };
  expect(log).toEqual([
    { action: 'driver_imports.take_back', subject_id: id, after: { drivers: 1, reason: REASON } },
    { action: 'drivers.remove', subject_id: drivers[0]?.id, after: removed },
    { action: 'driver_imports.taken_back', subject_id: id, after: { drivers: 1 } },
  ]);
});

test('the list can be mended, sent and imported again afterwards, and a restored driver is not taken back again', async () => {
  const lines = someLines(2);
  const { id, drivers } = await imported(lines);
  await takeBack(id);
  await run();
  expect((await takeBack(id)).body.message).toBe('No driver of this list is a current one.');
  await callDriver(it, headers, 'POST', `${drivers[0]?.id}/restore`);
  expect(await preview(id)).toEqual({ drivers: 0, stays: [{ touch: 'changes', drivers: 1 }] });
  const again = await imported(lines);
  expect(await staff.counts(again.id)).toEqual({ known: 1, remark: 1 });
});

test('it works in chunks: what is paid for before its chunk stays, and a second one meanwhile is refused', async () => {
  const { id, drivers } = await imported(someLines(130));
  const last = drivers.at(-1);
  if (!last) throw new Error('The import has made no driver');
  expect((await takeBack(id)).status).toBe(201);
  const seen: unknown[] = [];
  await run(async () => {
    const { taken_back } = await staff.show(id);
    seen.push([taken_back?.drivers, taken_back?.progress?.done, taken_back?.progress?.total]);
    seen.push((await takeBack(id)).body.message, (await staff.start(id)).json().message);
    await buildPayment(it, submissionOf(last));
  });
  expect(seen).toEqual([
    [100, 100, 130],
    'The drivers of this list are being taken back already.',
    'This list was imported already.',
  ]);
  expect(await currentOf(id)).toEqual([last.id]);
});

test('a stopped import is taken back, and does not go on meanwhile; one that runs is stopped first', async () => {
  const id = await staff.checked(listCsv(someLines(2)));
  expect((await takeBack(id)).body.message).toBe('No driver of this list is a current one.');
  await staff.start(id);
  expect((await takeBack(id)).body.message).toBe('This list is being imported. Please stop that first.');
  await run();
  await sql`UPDATE driver_imports SET status = 'cancelled', imported_at = NULL WHERE id = ${id}`.execute(it.db);
  expect((await takeBack(id)).status).toBe(201);
  expect((await staff.start(id)).json().message).toBe('The drivers of this list are being taken back at the moment.');
});

test('a taking back whose author was blocked stops, says so, and can be begun again by another', async () => {
  const { id } = await imported(someLines(1));
  const other = await buildCaller(it, 'SuperAdmin');
  await takeBack(id, driverImportsOf(it, other.headers));
  await sql`UPDATE accounts SET status = 'blocked' WHERE id = ${other.id}`.execute(it.db);
  await run();
  const failure = 'The user who started this was blocked or deleted.';
  expect((await staff.show(id)).taken_back).toMatchObject({ status: 'failed', drivers: 0, progress: { failure } });
  expect((await takeBack(id)).status).toBe(201);
  await run();
  expect(await currentOf(id)).toEqual([]);
});

test('it needs a reason and a list, and is for those alone who may remove drivers', async () => {
  const { id } = await imported(someLines(1));
  for (const reason of ['', '??', null]) expect((await takeBack(id, staff, reason)).status).toBe(400);
  expect((await takeBack('999999')).status).toBe(404);
  expect((await staff.call('GET', '/999999/take_back')).statusCode).toBe(404);
  const clerk = driverImportsOf(it, (await buildCaller(it, 'SuperUser')).headers);
  expect((await takeBack(id, clerk)).status).toBe(403);
  expect((await clerk.call('GET', `/${id}/take_back`)).statusCode).toBe(403);
  expect(await currentOf(id)).toHaveLength(1);
});
