import type { HeldDebts, ReminderPreview } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ListedDriver, listCsv, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let importer: Awaited<ReturnType<typeof buildCaller>>;
let other: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  importer = await buildCaller(it, 'SuperAdmin');
  other = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

/** The lists that were held before a test. */
let earlier: string[];
beforeEach(async () => {
  earlier = (await get('/held_debts')).lists.map(({ id }: HeldDebts) => id);
});

const get = async (url: string, { headers } = other) => (await it.app.inject({ url: `/api${url}`, headers })).json();

const importMembers = async (count: number, line: Partial<ListedDriver>) => {
  const staff = driverImportsOf(it, importer.headers);
  const id = await staff.checked(listCsv(Array.from({ length: count }, () => nextListed(line))));
  const { debtors, debts } = await staff.show(id);
  await staff.start(id);
  await driverImportServer(it).runDue();
  return { id, debtors, debts };
};

const release = async (id: string, { headers } = other) => {
  const answer = await it.app.inject({ method: 'POST', url: `/api/held_debts/${id}/release`, headers });
  return [answer.statusCode, answer.json().message];
};
const approve = async (id: string, { headers } = other) => {
  const answer = await it.app.inject({ method: 'POST', url: `/api/approvals/${id}/approve`, headers });
  return [answer.statusCode, answer.json().message];
};
/** Releases debts as two people do. */
const releaseByTwo = async (id: string) => {
  await release(id, importer);
  return approve((await held()).find((list) => list.id === id)?.approval_id ?? '');
};
/** The lists of this test that are held. */
const held = async (): Promise<HeldDebts[]> =>
  (await get('/held_debts')).lists.filter(({ id }: HeldDebts) => !earlier.includes(id));
const reminders = (age = 'three'): Promise<ReminderPreview> => get(`/reminders/preview?age=${age}`);

test('95 members of a list owe what was said before it was imported, and none is reminded until somebody else has released their debts', async () => {
  const before = await reminders();
  const { id, ...said } = await importMembers(95, { Registered: '01/01/2025' });
  // A registration fee, a device and 23 months each.
  expect(said).toEqual({ debtors: 95, debts: '817000.00' });
  expect(await held()).toMatchObject([{ id, file_name: 'drivers.csv', drivers: 95, amount: '817000.00' }]);
  expect(await reminders()).toMatchObject({
    recipients: before.recipients,
    left_out: { ...before.left_out, held: before.left_out.held + 95 },
  });
  expect(await release(id, importer)).toEqual([200, 'This waits for approval by somebody else: drivers.csv.']);
  expect((await release(id))[0]).toBe(409);
  const approval = String((await held())[0]?.approval_id);
  expect((await approve(approval, importer))[0]).toBe(403);
  expect(await reminders()).toMatchObject({
    recipients: before.recipients,
    left_out: { held: before.left_out.held + 95 },
  });
  expect(await approve(approval)).toEqual([201, 'The drivers of drivers.csv may be reminded from now on.']);
  expect(await held()).toEqual([]);
  expect(await reminders()).toMatchObject({ recipients: before.recipients + 95, left_out: before.left_out });
  expect(await release(id)).toEqual([409, 'This list was released already.']);
});

test('of members who have paid elsewhere, those alone are held who owe something', async () => {
  const before = await reminders('current');
  const { id } = await importMembers(3, { 'Paid Until': '11/2026' });
  expect(await held()).toEqual([]);
  await importMembers(1, { 'Paid Until': '10/2026' });
  expect(await held()).toMatchObject([{ drivers: 1, amount: '300.00' }]);
  expect(await reminders('current')).toMatchObject({
    recipients: before.recipients,
    left_out: { held: before.left_out.held + 1 },
  });
  const present = { now: it.clock.now, other };
  onTestFinished(() => {
    it.clock.now = present.now;
    other = present.other;
  });
  it.clock.now = new Date('2026-12-02T10:00:00Z');
  other = await buildCaller(it, 'SuperUser');
  expect((await held()).map((list) => [list.id === id, list.drivers])).toEqual([
    [true, 3],
    [false, 1],
  ]);
});

test('credit of a list waits with its debts for two people, and its sum is what was read', async () => {
  const { id } = await importMembers(2, { 'Paid Until': '11/2026', 'Opening Balance': '-1000000.00' });
  const list = { id, drivers: 0, amount: '0.00', credited: 2, credit: '2000000.00' };
  expect(await held()).toMatchObject([list]);
  await release(id, importer);
  const { approval_id } = (await held())[0] ?? {};
  expect((await get(`/approvals/${approval_id}`)).changes).toMatchObject([
    {},
    { field: 'Credit from before', before: 'Held', after: '2 drivers have GHS 2,000,000.00' },
  ]);
  await it.db
    .updateTable('driver_openings')
    .set({ taken_back_at: it.clock.now })
    .where('driver_id', '=', ({ selectFrom }) =>
      selectFrom('driver_openings').select(({ fn }) => fn.max('driver_id').as('id')),
    )
    .execute();
  expect(await approve(String(approval_id))).toEqual([
    201,
    expect.stringContaining('The credit of drivers.csv is now GHS 1,000,000.00.'),
  ]);
  await release(id);
  expect(await approve(String((await held())[0]?.approval_id), importer)).toEqual([
    201,
    'The drivers of drivers.csv may be reminded from now on, and have their credit within the hour.',
  ]);
  expect(await held()).toEqual([]);
});

test('a list that is imported further after its release is held again', async () => {
  const staff = driverImportsOf(it, importer.headers);
  const id = await staff.checked(listCsv(Array.from({ length: 251 }, () => nextListed({ 'Paid Until': '10/2026' }))));
  await staff.start(id);
  let stopped = false;
  const stop = async () => {
    if (!stopped) await staff.call('POST', `/${id}/cancel`);
    stopped = true;
  };
  await driverImportServer(it, [], stop).runDue();
  expect((await releaseByTwo(id))[0]).toBe(201);
  await staff.start(id);
  await driverImportServer(it).runDue();
  expect(await held()).toMatchObject([{ id, drivers: 251 }]);
});

test('in an office of one the person releases debts at once, which is marked as decided alone', async () => {
  const setOthers = async (status: 'active' | 'blocked'): Promise<void> => {
    const set = it.db.updateTable('accounts').set({ status }).where('id', '<>', importer.id);
    await set.where('role', '<>', 'Member').execute();
  };
  await setOthers('blocked');
  onTestFinished(() => setOthers('active'));
  const { id } = await importMembers(1, {});
  const [status, message] = await release(id, importer);
  expect([status, message]).toEqual([200, expect.stringContaining('marked as decided alone')]);
  const { lists } = await get('/held_debts', importer);
  expect(lists.filter((list: HeldDebts) => list.id === id)).toEqual([]);
});

test('who may not send reminders does not release debts', async () => {
  const { id } = await importMembers(1, {});
  const accounts = await buildCaller(it, 'Accounts');
  expect((await release(id, accounts))[0]).toBe(403);
  expect(await release('987654')).toEqual([404, expect.any(String)]);
});
