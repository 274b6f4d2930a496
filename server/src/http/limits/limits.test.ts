import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { buildCaller, buildMember } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { addressLimit } from '../../../test/limits.ts';

const LOOK_UP = '/drivers/find_driver_by_car_number';
const ALLOWED = addressLimit(LOOK_UP);

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());
beforeEach(() => {
  // Moves to the next minute, in which the counts of the test before are over.
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
});

const call = (remoteAddress: string, url: string, payload: object, headers: Record<string, string> = {}) =>
  it.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress, headers });

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  call(remoteAddress, LOOK_UP, { car_number: 'GR 1234-20' }, headers);

const useUp = async (remoteAddress: string): Promise<void> => {
  for (let times = 0; times < ALLOWED; times += 1) expect((await ask(remoteAddress)).statusCode).toBe(404);
};

describe('an address', () => {
  beforeEach(() => it.atOneServer('an address has so many calls at each server'));

  test('that asked too often is told how long to wait, and others are not held up', async () => {
    await useUp('41.66.200.1');
    it.clock.now = new Date(it.clock.now.getTime() + 20_000);
    const refused = await ask('41.66.200.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ status: false, code: 'too_many_requests' });
    expect(refused.headers['retry-after']).toBe('40');
    expect((await ask('41.66.200.2')).statusCode).toBe(404);
  });

  test('counts with its whole IPv6 network, since a phone has one to itself', async () => {
    await useUp('2a00:1450:4009:80b::1');
    expect((await ask('2a00:1450:4009:80b:ffff::2')).statusCode).toBe(429);
    expect((await ask('2a00:1450:4009:80c::1')).statusCode).toBe(404);
  });

  test('cannot pretend to be another by a header, unless a proxy is trusted', async () => {
    await useUp('41.66.200.3');
    expect((await ask('41.66.200.3', { 'x-forwarded-for': '41.66.200.4' })).statusCode).toBe(429);
  });

  test('is refused before the call is read', async () => {
    await useUp('41.66.200.5');
    const broken = await it.app.inject({
      method: 'POST',
      url: `/api${LOOK_UP}`,
      payload: '{"car_number":',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '41.66.200.5',
    });
    expect(broken.statusCode).toBe(429);
  });
});

describe('somebody who is signed in', () => {
  test('is counted by account: clerks behind one address do not use up each other’s calls', async () => {
    const clerks = await Promise.all([1, 2, 3].map(() => buildCaller(it, 'SystemAdmin')));
    for (let times = 0; times < ALLOWED; times += 1) {
      for (const { headers } of clerks) expect((await ask('41.66.201.1', headers)).statusCode).toBe(404);
    }
    for (const { headers } of clerks) expect((await ask('41.66.201.1', headers)).statusCode).toBe(429);
    expect((await ask('41.66.201.1')).statusCode).toBe(404);
  });

  test('has one count wherever they call from', async () => {
    const { headers } = await buildCaller(it, 'Member');
    for (let times = 0; times < ALLOWED; times += 1) await ask(`41.66.202.${times}`, headers);
    expect((await ask('41.66.203.1', headers)).statusCode).toBe(429);
  });

  test('is counted by address where only strangers are expected', async () => {
    it.atOneServer('an address has so many calls at each server');
    const { headers } = await buildCaller(it, 'SuperAdmin');
    for (let times = 0; times < addressLimit('/auth/login'); times += 1) {
      expect((await call('41.66.204.1', '/auth/login', {}, headers)).statusCode).toBe(400);
    }
    expect((await call('41.66.204.1', '/auth/login', {}, headers)).statusCode).toBe(429);
  });
});

describe('a forgotten password', () => {
  const forgot = (car_number: string, browser = openBrowser(it)) =>
    browser.post('/api/auth/forgot_member_password', { car_number });

  test('is asked for ten times a day for one car from one address, however it is spelt', async () => {
    const browser = openBrowser(it);
    const spellings = ['GR 7001-20', 'gr7001-20', ' GR-7001 20 '];
    for (let times = 0; times < 10; times += 1) {
      expect((await forgot(spellings[times % 3] ?? '', browser)).status).toBe(200);
    }
    expect((await forgot('GR 7001-20', browser)).status).toBe(429);
    expect((await forgot('GR 7002-20', browser)).status).toBe(200);
  });

  test('is not used up for its owner by a stranger who asks all day', async () => {
    const { car_number } = await buildMember(it);
    const texts = async (): Promise<number> =>
      (await it.db.selectFrom('outbox_messages').select('id').where('channel', '=', 'sms').execute()).length;
    const before = await texts();
    const stranger = openBrowser(it);
    const asked: number[] = [];
    for (let times = 0; times < 11; times += 1) asked.push((await forgot(car_number, stranger)).status);
    expect(asked).toEqual([...Array(10).fill(200), 429]);
    expect((await texts()) - before).toBe(1);
    it.clock.now = new Date(it.clock.now.getTime() + 10 * 60_000);
    expect((await forgot(car_number)).status).toBe(200);
    expect((await texts()) - before).toBe(2);
  });

  test('is not used up by asking for it wrongly', async () => {
    const browser = openBrowser(it);
    const wrong = { car_number: 'GR 7003-20', more: 'than is taken' };
    for (let times = 0; times < 12; times += 1) {
      expect((await browser.post('/api/auth/forgot_member_password', wrong)).status).toBe(400);
    }
    expect((await forgot('GR 7003-20', browser)).status).toBe(200);
  });
});
