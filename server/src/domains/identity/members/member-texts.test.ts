import { afterEach, expect, test } from 'vitest';
import { deliverMessages } from '#domains/messages';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
afterEach(() => it.close());

const GATEWAY = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' };
/** GSM 03.38 without its extension table: one character outside it halves the length of a text. */
const GSM_7 = /^[\n\r A-Za-z0-9@£$¥_!"#%&'()*+,\-./:;<=>?]*$/;

const textsTo = async (recipient: string): Promise<string[]> => {
  const rows = await it.db.selectFrom('outbox_messages').selectAll().where('recipient', '=', recipient).execute();
  return rows.map(({ body }) => body);
};
const forgot = async (car_number: string) =>
  (await openBrowser(it).post('/api/auth/forgot_member_password', { car_number })).body;
const register = async () => (await sendRegistration(it, { mobile_number: '0249990099' })).body;
const later = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};
const TO = '+233249990099';

test('the welcome leads to the page that sets a password, with the code where no server sees it', async () => {
  it = await startApp({ PUBLIC_URL: 'https://www.banbo.example' });
  const { setup_code, driver } = await register();
  const [text = ''] = await textsTo(TO);
  const url = new URL(text.match(/https:\S+$/)?.[0] ?? '');
  expect([url.origin, url.pathname, url.search, url.hash]).toEqual([
    'https://www.banbo.example',
    '/member_password',
    '',
    `#code=${setup_code}`,
  ]);
  expect(text).toContain(driver.driver_code);
  expect(text).toMatch(GSM_7);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a welcome that knows no address names the page, in one text too', async () => {
  it = await startApp();
  const { setup_code } = await register();
  const [text = ''] = await textsTo(TO);
  expect(text).toContain(`${setup_code}. Enter it on our website under Member sign-in.`);
  expect(text).toMatch(GSM_7);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a forgotten password’s text leads to the page as well', async () => {
  it = await startApp({ PUBLIC_URL: 'https://www.banbo.example' });
  const { driver } = await register();
  await forgot(driver.car_number);
  const [, text = ''] = await textsTo(TO);
  expect(text).toMatch(/ https:\/\/www\.banbo\.example\/member_password#code=[0-9A-Z]{5}-[0-9A-Z]{5} /);
  expect(text).toMatch(GSM_7);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a code ‘was sent’ where a service sends texts', async () => {
  it = await startApp(GATEWAY);
  const { driver } = await register();
  const sent = 'If this car is registered, a code was sent to its driver’s mobile number.';
  expect(await forgot(driver.car_number)).toEqual({ status: true, message: sent, texted: true });
  expect(await forgot('ZZ 9999-99')).toEqual({ status: true, message: sent, texted: true });
});

test('without a service the office has the code, which it reads in the outbox', async () => {
  it = await startApp();
  const { driver } = await register();
  const answer = await forgot(driver.car_number);
  expect(answer).toEqual({
    status: true,
    message:
      'Please call 024 000 0001 or visit our office. If this car is registered, they have a code for its driver, good for an hour.',
    texted: false,
  });
  expect(await forgot('ZZ 9999-99')).toEqual(answer);
  expect(await textsTo(TO)).toHaveLength(2);
});

test('without a service each code waits in the outbox alone, however many were asked for that day', async () => {
  it = await startApp();
  const { driver } = await register();
  for (let asked = 0; asked < 7; asked += 1) {
    await forgot(driver.car_number);
    later(10);
  }
  const texts = await textsTo(TO);
  expect(texts).toHaveLength(8);
  const [, ...codes] = texts.filter((text) => text !== '');
  expect(codes).toHaveLength(1);
  const setup_code = codes[0]?.match(/[0-9A-Z]{5}-[0-9A-Z]{5}/)?.[0];
  const given = { car_number: driver.car_number, setup_code, password: 'Ntoma#4Sky' };
  expect((await openBrowser(it).post('/api/auth/set_member_password', given)).status).toBe(200);
});

test.each([
  ['with', GATEWAY, 1],
  ['without', {}, 0],
])(
  '%s a service that sends texts, a code made by staff leaves the right texts for its driver',
  async (_how, settings, told) => {
    it = await startApp(settings);
    const { driver } = await register();
    const { id } = await it.db
      .selectFrom('drivers')
      .select('id')
      .where('driver_code', '=', driver.driver_code)
      .executeTakeFirstOrThrow();
    const { headers } = await buildCaller(it, 'SystemAdmin');
    const { setup_code } = (
      await it.app.inject({ method: 'POST', url: `/api/drivers/${id}/password_code`, headers })
    ).json();
    const texts = (await textsTo(TO)).filter((text) => text !== '');
    expect(texts).toHaveLength(told);
    for (const text of texts) {
      expect(text).toMatch(/our office made a password code for you\. If you did not ask for it, call 024 000 0001\.$/);
      expect(text).not.toContain(setup_code);
      expect(text).toMatch(GSM_7);
      expect(text.length).toBeLessThanOrEqual(160);
    }
  },
);

test('once the day’s texts are used up no code is made that would come too late, and the office is named', async () => {
  it = await startApp({ ...GATEWAY, SMS_PER_DAY: '1' });
  const { driver } = await register();
  await deliverMessages(it.db, { mail: null, sms: fakeSms() }, it.clock.now);
  const answer = await forgot(driver.car_number);
  expect(answer).toMatchObject({
    texted: false,
    message: expect.stringContaining('No more text messages go out today'),
  });
  expect(await forgot('ZZ 9999-99')).toEqual(answer);
  expect(await textsTo(TO)).toHaveLength(1);
});

test('a code that has expired is told from a wrong one, to who holds it alone', async () => {
  it = await startApp();
  const { driver, setup_code } = await register();
  const { car_number } = driver;
  const set = (code: string, car = car_number) =>
    openBrowser(it).post('/api/auth/set_member_password', {
      car_number: car,
      setup_code: code,
      password: 'Ntoma#4Sky',
    });
  later(24 * 60);
  expect(await set(setup_code)).toMatchObject({
    status: 422,
    body: {
      message:
        'This code has expired. Press ‘Forgot password?’ on the page Member sign-in for a new one, or ask our office.',
    },
  });
  const wrong = 'This setup code is wrong, already used or expired. Please ask for a new one.';
  expect((await set('AAAAA-AAAAA')).body.message).toBe(wrong);
  expect((await set(setup_code, 'ZZ 9999-99')).body.message).toBe(wrong);
});
