import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPaidMember } from '../../../../test/builders/phones.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { tellTextCallers } from './text-call.ts';

const SECRET = 'the-secret-of-the-gateway-of-texts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ SMS_IN_SECRET: SECRET });
});
afterAll(() => it.close());

const text = async (from: string, words: string, headers: Record<string, string> = { 'x-sms-secret': SECRET }) => {
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/sos/text',
    headers,
    payload: { from, text: words, id: 'of the gateway' },
  });
  return { ...response.json(), http: response.statusCode };
};
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
