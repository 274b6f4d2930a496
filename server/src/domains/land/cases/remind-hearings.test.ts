import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { staffDirectory } from '#domains/identity';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { hasHearingsToRemind, remindOfHearings } from './remind-hearings.ts';

type Caller = { id: string; headers: Record<string, string> };
const TODAY = '2026-11-20';

let it: TestApp;
let lawyer: Caller;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  lawyer = await buildCaller(it, 'Legal');
  const contact = { email: `lawyer${lawyer.id}@example.com`, mobile_number: '+233244556601' };
  await it.db.updateTable('staff_users').set(contact).where('account_id', '=', lawyer.id).execute();
});
afterAll(() => it.close());

const post = async (path: string, payload?: object) => {
  const asked = { method: 'POST', url: `/api${path}`, headers: lawyer.headers, ...(payload && { payload }) } as const;
  return (await it.app.inject(asked)).json();
};

let suit = 0;
/** A case with hearings so many days from today, all entered today. */
const enter = async (ahead: readonly number[], parties: object[] = [{ role: 'plaintiff', name: 'Ama Odai' }]) => {
  it.clock.now = new Date(`${TODAY}T10:00:00Z`);
  suit += 1;
  const facts = { court: 'high_court_land', suit_number: `LD/${suit}/26`, title: 'A boundary' };
  const { id } = await post('/court_cases', { ...facts, plot_ids: [(await buildPlot(it)).id], parties });
  const hearings: string[] = [];
  for (const days of ahead) {
    const hearing = { day: addDays(TODAY, days), at_time: '09:00', purpose: 'Mention' };
    hearings.push((await post(`/court_cases/${id}/hearings`, hearing)).id);
  }
  return { id: id as string, hearings, suit_number: facts.suit_number };
};

/**
 * Runs the job so many days from today, and gives the recipients of what went out about the suit.
 */
const sentOn = async (days: number, suitNumber: string, time = '08:30'): Promise<string[]> => {
  it.clock.now = new Date(`${addDays(TODAY, days)}T${time}:00Z`);
  const { rows } = await sql<{ last: string }>`SELECT coalesce(max(id), 0) AS last FROM outbox_messages`.execute(it.db);
  if (await hasHearingsToRemind(it.db, it.clock.now))
    await remindOfHearings(it.db, { contactsOf: staffDirectory.contactsOf, now: it.clock.now });
  const out = await sql<{ recipient: string; body: string }>`
    SELECT recipient, body FROM outbox_messages WHERE id > ${rows[0]?.last} ORDER BY id`.execute(it.db);
  return out.rows.filter(({ body }) => body.includes(`${suitNumber} is heard`)).map(({ recipient }) => recipient);
};

test('the person who follows a case is reminded a week and a day before, once however often it runs', async () => {
  const { suit_number } = await enter([10]);
  const [own] = [`lawyer${lawyer.id}@example.com`];
  const sent: [number, string[]][] = [];
  for (const days of [0, 2, 3, 3, 5, 8, 9, 9, 10, 11]) sent.push([days, await sentOn(days, suit_number)]);
  expect(sent.filter(([, to]) => to.length > 0)).toEqual([
    [3, [own]],
    [9, [own]],
  ]);
});

test('nothing goes out in the night, and a server that was down reminds on the next day', async () => {
  const { suit_number } = await enter([10]);
  expect(await sentOn(3, suit_number, '07:59')).toEqual([]);
  expect(await sentOn(5, suit_number)).toHaveLength(1);
});

test('of a hearing that is entered late, the day before alone is told', async () => {
  const { suit_number } = await enter([4]);
  expect(await sentOn(0, suit_number, '12:00')).toEqual([]);
  expect(await sentOn(3, suit_number)).toHaveLength(1);
  expect(await sentOn(4, suit_number)).toEqual([]);
});

test('nothing is told of a hearing that was cancelled or whose case is resolved', async () => {
  const [cancelled, resolved] = [await enter([8]), await enter([8])];
  await post(`/court_hearings/${cancelled.hearings[0]}/outcome`, { status: 'cancelled', outcome: 'On leave.' });
  const ending = { outcome: 'settled', day: TODAY, words: 'Terms were filed.', version: 1 };
  expect((await post(`/court_cases/${resolved.id}/resolution`, ending)).status).toBe(true);
  for (const { suit_number } of [cancelled, resolved]) {
    expect(await sentOn(1, suit_number)).toEqual([]);
    expect(await sentOn(7, suit_number)).toEqual([]);
  }
});

test('a tenant who is a party is told by text where the office wants it', async () => {
  const [told, other] = [
    await buildLandTenant(it, { contact_number: '+233244556677' }),
    await buildLandTenant(it, { contact_number: '+233244556688' }),
  ];
  const { suit_number } = await enter(
    [7],
    [
      { role: 'defendant', name: 'Grace Odonkor', tenant_id: told.id, is_reminded: true },
      { role: 'joined', name: 'Esther Nortey', tenant_id: other.id },
    ],
  );
  expect(await sentOn(0, suit_number, '11:00')).toEqual([`lawyer${lawyer.id}@example.com`, '+233244556677']);
});

test('whoever has no address gets a text, and for one who has left, the person who entered it is told', async () => {
  const { id, suit_number } = await enter([7, 9]);
  const colleague = await buildCaller(it, 'Legal');
  await it.db
    .updateTable('staff_users')
    .set({ email: '', mobile_number: '+233244556699' })
    .where('account_id', '=', colleague.id)
    .execute();
  const follow = { method: 'POST', url: `/api/court_cases/${id}/follow`, headers: colleague.headers } as const;
  expect((await it.app.inject(follow)).statusCode).toBe(200);
  expect(await sentOn(0, suit_number, '11:00')).toEqual(['+233244556699']);
  await it.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', colleague.id).execute();
  expect(await sentOn(2, suit_number)).toEqual([`lawyer${lawyer.id}@example.com`]);
});

test('several servers at once send each reminder once', async () => {
  const cases = [];
  for (let n = 0; n < 4; n += 1) cases.push(await enter([7]));
  it.clock.now = new Date(`${TODAY}T12:00:00Z`);
  const run = () => remindOfHearings(it.db, { contactsOf: staffDirectory.contactsOf, now: it.clock.now });
  await Promise.all([run(), run(), run(), run()]);
  for (const { suit_number } of cases) {
    const { rows } = await sql`SELECT FROM outbox_messages WHERE body LIKE ${`%${suit_number} is heard%`}`.execute(
      it.db,
    );
    expect(rows).toHaveLength(1);
  }
});
