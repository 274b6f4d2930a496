import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPaidMember } from '../../../../test/builders/phones.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { tellTextCallers } from './text-call.ts';

const SECRET = 'the-secret-of-the-gateway-of-texts';

let it: TestApp;
let staff: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ SMS_IN_SECRET: SECRET });
  staff = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const post = async (payload: object, headers: Record<string, string> = { 'x-sms-secret': SECRET }) => {
  const response = await it.app.inject({ method: 'POST', url: '/api/sos/text', headers, payload });
  return { ...response.json(), http: response.statusCode };
};
const text = (from: string, words: string, headers?: Record<string, string>) =>
  post({ from, text: words, id: 'of the gateway' }, headers);
const textsOnBoard = async (): Promise<{ id: string; driver_id: string; words: string }[]> =>
  (await it.app.inject({ url: '/api/incidents/board', headers: staff })).json().texts;
const incidentsOf = (caller_phone: string) =>
  it.db.selectFrom('incidents').selectAll().where('caller_phone', '=', caller_phone).orderBy('id').execute();
const wordsOf = async (id: string | undefined) =>
  (
    await it.db
      .selectFrom('incident_steps')
      .select('words')
      .where('incident_id', '=', id ?? '0')
      .orderBy('id')
      .execute()
  ).map(({ words }) => words);

const admin = async () => (await buildCaller(it, 'SystemAdmin')).headers;

test('a text that begins with SOS raises an SOS of the driver whose number it is, once', async () => {
  const { driver } = await buildDriver(it);
  expect(await text(driver.mobile_number, 'sos near Kaneshie')).toMatchObject({ http: 200, is_call: true });
  expect(await text(driver.mobile_number, 'sos near Kaneshie')).toMatchObject({ is_call: true });
  const rows = await it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driver.id).execute();
  expect(rows).toMatchObject([{ grade: 'sos', source: 'text', status: 'raised', signals: 2 }]);
  expect(await wordsOf(rows[0]?.id)).toContain(`Text from ${driver.mobile_number}: sos near Kaneshie`);
});

test('a driver who called by text and has no answer after a minute is told once to call 112', async () => {
  const [silent, answered] = [(await buildPaidMember(it)).driver, (await buildPaidMember(it)).driver];
  const textsTo = (recipient: string) =>
    it.db
      .selectFrom('outbox_messages')
      .select('body')
      .where('recipient', '=', recipient)
      .where('body', 'like', '%call for help%')
      .execute();
  for (const { mobile_number } of [silent, silent, answered]) await text(mobile_number, 'SOS');
  await it.db
    .updateTable('incidents')
    .set({ status: 'acknowledged', ring_at: null })
    .where('driver_id', '=', answered.id)
    .execute();
  await tellTextCallers(it.db, it.clock.now);
  expect(await textsTo(silent.mobile_number)).toEqual([]);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  await Promise.all([tellTextCallers(it.db, it.clock.now), tellTextCallers(it.db, it.clock.now)]);
  await text(silent.mobile_number, 'SOS');
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  await tellTextCallers(it.db, it.clock.now);
  expect(await textsTo(silent.mobile_number)).toEqual([{ body: expect.stringContaining('call 112 now') }]);
  expect(await textsTo(answered.mobile_number)).toEqual([]);
});

test('a number that is no driver’s raises one incident, however often it texts and at once', async () => {
  await Promise.all(Array.from({ length: 6 }, (_, n) => text('024 777 0001', `HELP ${n}`)));
  const [incident, ...others] = await incidentsOf('+233247770001');
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ driver_id: null, source: 'text' });
  expect((await wordsOf(incident?.id)).filter((words) => words.startsWith('Text from'))).toHaveLength(6);
});

test('a word of the settings anywhere in a driver’s text calls, and in a stranger’s only in front', async () => {
  const { driver } = await buildDriver(it);
  const words = 'Mepa wo kyɛw boa me';
  expect(await text('024 777 0005', words)).toMatchObject({ http: 200, is_call: false });
  expect(await incidentsOf('+233247770005')).toEqual([]);
  expect(await text(driver.mobile_number, words)).toMatchObject({ is_call: true });
  const { settings, versions } = (await it.app.inject({ url: '/api/site/settings', headers: await admin() })).json();
  expect(settings.calling_words).toContain('BOA ME');
  const payload = { calling_words: ['Bra ntɛm'], versions: { calling_words: versions.calling_words } };
  await it.app.inject({ method: 'PATCH', url: '/api/site/settings', headers: await admin(), payload });
  const other = (await buildDriver(it)).driver.mobile_number;
  expect(await text(other, words)).toMatchObject({ is_call: false });
  expect(await text(other, 'Master, bra ntem!')).toMatchObject({ is_call: true });
  await it.db.deleteFrom('settings').execute();
});

test('any other text of a driver stands on the board until a person takes it', async () => {
  const { driver } = await buildDriver(it);
  expect(await text(driver.mobile_number, 'Where are you people')).toMatchObject({ http: 200, is_call: false });
  const own = async () => (await textsOnBoard()).filter(({ driver_id }) => driver_id === driver.id);
  const [shown] = await own();
  expect(shown).toMatchObject({
    ...{ words: 'Where are you people', phone: driver.mobile_number, car_number: driver.car_number },
  });
  const url = `/api/contact_messages/${shown?.id}`;
  const message = (await it.app.inject({ url, headers: staff })).json();
  expect(message).toMatchObject({ status: 'new', driver: { id: driver.id }, contact_number: driver.mobile_number });
  const handover = (await it.app.inject({ url: '/api/incidents/handover', headers: staff })).json();
  expect(handover.texts).toContainEqual(shown);
  await it.app.inject({ method: 'PATCH', url, headers: staff, payload: { change: 'take' } });
  expect(await own()).toEqual([]);
});

test('what follows a call is a note on it, a driver’s and a stranger’s', async () => {
  const { driver } = await buildDriver(it);
  for (const from of [driver.mobile_number, '024 777 0006']) {
    await text(from, 'SOS');
    expect(await text(from, 'behind the Shell at Kasoa')).toMatchObject({ is_call: false });
  }
  const [call] = await it.db.selectFrom('incidents').select('id').where('driver_id', '=', driver.id).execute();
  const [strangers] = await incidentsOf('+233247770006');
  for (const { id } of [call, strangers] as { id: string }[])
    expect((await wordsOf(id)).filter((words) => words.endsWith('behind the Shell at Kasoa'))).toHaveLength(1);
  expect((await textsOnBoard()).map(({ driver_id }) => driver_id)).not.toContain(driver.id);
});

test('a call is taken in whatever shape a gateway gives it', async () => {
  const { driver } = await buildDriver(it);
  const digits = Number(driver.mobile_number.slice(1));
  const sent = [
    ...[
      { from: digits, text: 'SOS' },
      { from: driver.mobile_number, text: `\u0000\ud800 SOS ${'x'.repeat(2_000)}` },
    ],
    ...[{ text: 'SOS' }, { from: null, text: 'help', at: 'yesterday' }, { from: 'x'.repeat(100), text: 'sos' }],
  ];
  for (const payload of sent) expect(await post(payload)).toMatchObject({ http: 200, is_call: true });
  const rows = await it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driver.id).execute();
  expect(rows).toMatchObject([{ signals: 2 }]);
  for (const payload of [{ from: driver.mobile_number }, { from: digits, text: 112 }, {}])
    expect(await post(payload)).toMatchObject({ http: 200, is_call: false });
});

test('another text, and one without or with a wrong secret, raises nothing', async () => {
  expect(await text('024 777 0002', 'I paid 200 cedis')).toMatchObject({ http: 200, is_call: false });
  expect(await text('024 777 0002', 'SOS', {})).toMatchObject({ http: 400, code: 'missing_credentials' });
  expect(await text('024 777 0002', 'SOS', { 'x-sms-secret': 'guessed' })).toMatchObject({
    http: 401,
    code: 'wrong_credentials',
  });
  expect(await incidentsOf('+233247770002')).toEqual([]);
});

test('wrong secrets of an address are bounded, and the right one is taken beside them', async () => {
  const secrets = Array.from({ length: 130 }, (_, n) => ({ 'x-sms-secret': `guess ${n}` }));
  const answers: number[] = [];
  for (const headers of secrets) answers.push((await text('024 777 0004', 'SOS', headers)).http);
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  expect(answers.filter((status) => status === 401).length).toBeGreaterThan(0);
  expect(await text('024 777 0004', 'SOS')).toMatchObject({ http: 200, is_call: true });
});

test('without the setting no text is taken', async () => {
  const plain = await startApp();
  const answer = await plain.app.inject({
    method: 'POST',
    url: '/api/sos/text',
    headers: { 'x-sms-secret': SECRET },
    payload: { from: '0247770003', text: 'SOS' },
  });
  expect(answer.statusCode).toBe(404);
  await plain.close();
});
