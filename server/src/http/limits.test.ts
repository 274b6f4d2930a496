import { findDriverByCarNumber } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const ask = (remoteAddress: string) =>
  it.app.inject({
    method: 'POST',
    url: `/api${findDriverByCarNumber.url}`,
    payload: { car_number: 'GR 1234-20' },
    remoteAddress,
  });

const ALLOWED = findDriverByCarNumber.limits[0].max;

const useUp = async (remoteAddress: string): Promise<void> => {
  for (let call = 0; call < ALLOWED; call += 1) expect((await ask(remoteAddress)).statusCode).toBe(404);
};

test('an address that asked too often is told how long to wait, and others are not held up', async () => {
  await useUp('41.66.200.1');
  const refused = await ask('41.66.200.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ status: false, code: 'too_many_requests' });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await ask('41.66.200.2')).statusCode).toBe(404);
});

test('a whole IPv6 network counts as one, since a phone has one to itself', async () => {
  await useUp('2a00:1450:4009:80b::1');
  expect((await ask('2a00:1450:4009:80b:ffff::2')).statusCode).toBe(429);
  expect((await ask('2a00:1450:4009:80c::1')).statusCode).toBe(404);
});

test('an address cannot pretend to be another by a header, unless a proxy is trusted', async () => {
  await useUp('41.66.200.3');
  const response = await it.app.inject({
    method: 'POST',
    url: `/api${findDriverByCarNumber.url}`,
    payload: { car_number: 'GR 1234-20' },
    remoteAddress: '41.66.200.3',
    headers: { 'x-forwarded-for': '41.66.200.4' },
  });
  expect(response.statusCode).toBe(429);
});
