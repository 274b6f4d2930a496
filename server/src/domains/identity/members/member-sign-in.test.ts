import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const login = (body: object, browser = openBrowser(it)) => browser.post('/api/auth/member_login', body);
const WRONG = 'Wrong Car Number, Driver Code or Password';

describe('member sign-in', () => {
  test('answers who signed in, in whatever spelling car and code are typed', async () => {
    const { car_number, driver_code, account_id, email } = await buildMember(it);
    const input = { car_number: car_number.toLowerCase().replaceAll(' ', ''), driver_code: driver_code.toLowerCase() };
    const { status, body, setCookies } = await login({ ...input, password: PASSWORD, persist: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, user_role: 'Member', user: account_id, pfNumber: driver_code, email });
    expect(body).toMatchObject({ login_attempts: 0, account_blocked: false });
    expect(setCookies.banbo_member).toMatch(/Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict/);
    expect(setCookies.banbo_staff).toBeUndefined();
  });

  test('asks for all three', async () => {
    const { car_number, driver_code } = await buildMember(it);
    const whole = { car_number, driver_code, password: PASSWORD };
    for (const name of Object.keys(whole)) {
      const { status, body } = await login({ ...whole, [name]: ' ' });
      expect([status, body.message]).toEqual([400, 'Missing Car Number, Driver Code or Password']);
    }
  });

  test('refuses a code of another car like a wrong password, counting it against neither member', async () => {
    const [one, other] = [await buildMember(it), await buildMember(it)];
    const crossed = { car_number: one.car_number, driver_code: other.driver_code, password: PASSWORD };
    const bodies = [];
    for (let attempt = 0; attempt < 4; attempt += 1) bodies.push((await login(crossed)).body);
    expect(bodies).toMatchObject([
      { code: 'wrong_credentials', message: WRONG, login_attempts: 1, account_blocked: false },
      { code: 'wrong_credentials', message: WRONG, login_attempts: 2, account_blocked: false },
      { code: 'account_blocked', login_attempts: 3, account_blocked: true },
      { code: 'account_blocked', login_attempts: 3, account_blocked: true },
    ]);
    for (const { car_number, driver_code } of [one, other]) {
      expect((await login({ car_number, driver_code, password: PASSWORD })).status).toBe(200);
    }
  });

  test('blocks after three wrong passwords', async () => {
    const { car_number, driver_code } = await buildMember(it);
    const attempt = (password: string) => login({ car_number, driver_code, password });
    expect((await attempt('wrong')).body).toMatchObject({ message: WRONG, login_attempts: 1 });
    await attempt('wrong');
    expect((await attempt('wrong')).body).toMatchObject({ login_attempts: 3, account_blocked: true });
    expect((await attempt(PASSWORD)).body.code).toBe('account_blocked');
  });

  test('is renewed by the member’s own cookie, which opens no staff session', async () => {
    const { car_number, driver_code } = await buildMember(it);
    const browser = openBrowser(it);
    await login({ car_number, driver_code, password: PASSWORD }, browser);
    const renewed = await browser.get('/api/token/member_refresh_token');
    expect(renewed.body).toMatchObject({ user_role: 'Member', pfNumber: driver_code });
    browser.jar.set('banbo_staff', browser.jar.get('banbo_member') ?? '');
    expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(401);
  });

  test('reaches nothing of the staff’s, nor staff anything of a member’s', async () => {
    const member = await buildCaller(it, 'Member');
    const get = (url: string, headers: Record<string, string>) => openBrowser(it).get(url, { headers });
    expect((await get('/api/drivers', member.headers)).status).toBe(403);
    const { headers } = await buildCaller(it, 'SuperAdmin');
    expect((await get('/api/member/standing', headers)).status).toBe(403);
  });
});

describe('a member’s password', () => {
  const set = (body: object) => openBrowser(it).post('/api/auth/set_member_password', body);
  const forgot = (car_number: string) => openBrowser(it).post('/api/auth/forgot_member_password', { car_number });
  const messages = async (to: string) => {
    const { headers } = await buildCaller(it, 'SystemAdmin');
    const { body } = await openBrowser(it).get('/api/outbox?size=200', { headers });
    return body.filter((one: { recipient: string }) => one.recipient === to).map((one: { text: string }) => one.text);
  };
  const codeIn = (text: string): string => /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text)?.[0] ?? '';

  test('is first set with the code of the registration, which is also sent to the mobile', async () => {
    const { driver, setupCode } = await buildDriver(it);
    const { car_number, driver_code, mobile_number } = driver;
    const [text] = await messages(mobile_number);
    expect(text).toContain(driver_code);
    expect(codeIn(text)).toBe(setupCode);
    expect((await set({ car_number, setup_code: setupCode, password: 'Ntoma#4Sky' })).status).toBe(200);
    expect((await login({ car_number, driver_code, password: 'Ntoma#4Sky' })).status).toBe(200);
    expect((await set({ car_number, setup_code: setupCode, password: 'Kente$8Road' })).status).toBe(422);
  });

  test('is asked for in words of the company’s own, with nothing that a stranger typed', async () => {
    const { driver } = await buildDriver(it, { first_name: 'Win Cash', last_name: 'At Evil Example' });
    const [text] = await messages(driver.mobile_number);
    expect(text).toContain(driver.driver_code);
    expect(text).not.toMatch(/win cash|evil/i);
  });

  test('that is forgotten is set anew with a code sent to the mobile', async () => {
    const { car_number, driver_code, mobile_number } = await buildMember(it);
    it.clock.now = new Date(it.clock.now.getTime() + 11 * 60_000);
    expect((await forgot(car_number.toLowerCase())).status).toBe(200);
    const [text] = await messages(mobile_number);
    expect((await login({ car_number, driver_code, password: PASSWORD })).status).toBe(200);
    expect((await set({ car_number, setup_code: codeIn(text), password: 'Kente$8Road' })).status).toBe(200);
    expect((await login({ car_number, driver_code, password: PASSWORD })).status).toBe(401);
    expect((await login({ car_number, driver_code, password: 'Kente$8Road' })).status).toBe(200);
  });

  test('gives the same answer for a car that is not registered', async () => {
    const { car_number } = await buildMember(it);
    const [known, unknown] = [await forgot(car_number), await forgot('ZZ 9999-99')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await forgot(`${car_number}é`)).body.message).toMatch(/^The car number has é\. Please type/);
    const refused = async (car: string) =>
      (await set({ car_number: car, setup_code: 'AAAAA-AAAAA', password: 'Ntoma#4Sky' })).body;
    expect(await refused('ZZ 9999-99')).toEqual(await refused(car_number));
  });

  test('asks for the car number', async () => {
    expect(await forgot(' ')).toMatchObject({ status: 400, body: { message: 'Enter your Car Number' } });
  });

  test('asked for again and again, even at once, sends one code in ten minutes', async () => {
    const { car_number, mobile_number } = await buildMember(it);
    const before = (await messages(mobile_number)).length;
    await Promise.all(Array.from({ length: 8 }, () => forgot(car_number)));
    await forgot(car_number);
    expect(await messages(mobile_number)).toHaveLength(before + 1);
    const [text] = await messages(mobile_number);
    it.clock.now = new Date(it.clock.now.getTime() + 10 * 60_000);
    await forgot(car_number);
    expect(await messages(mobile_number)).toHaveLength(before + 2);
    expect((await set({ car_number, setup_code: codeIn(text), password: 'Ntoma#4Sky' })).status).toBe(422);
  });

  test('asked for by a stranger leaves the code of the registration good for its day, until either is used', async () => {
    const { driver, setupCode } = await buildDriver(it);
    const { car_number, driver_code, mobile_number } = driver;
    for (let time = 0; time < 3; time += 1) {
      it.clock.now = new Date(it.clock.now.getTime() + 7 * 3_600_000);
      await forgot(car_number);
    }
    const [text] = await messages(mobile_number);
    expect((await set({ car_number, setup_code: setupCode, password: 'Ntoma#4Sky' })).status).toBe(200);
    expect((await login({ car_number, driver_code, password: 'Ntoma#4Sky' })).status).toBe(200);
    expect((await set({ car_number, setup_code: codeIn(text), password: 'Kente$8Road' })).status).toBe(422);
  });

  test('is not set by a staff user’s code', async () => {
    const { id } = await buildUser(it, { role: 'Legal', password: null });
    const { headers } = await buildCaller(it, 'SuperAdmin');
    const invited = await openBrowser(it).send({ method: 'POST', url: `/api/users/${id}/invitation`, headers });
    const { car_number } = await buildMember(it);
    const code = invited.body.setup_code;
    expect((await set({ car_number, setup_code: code, password: 'Ntoma#4Sky' })).status).toBe(422);
  });
});
