import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_PAGE } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { addressLimit } from '../../test/limits.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ TRUST_PROXY: '1' });
});
afterAll(() => it.close());

const ask = async (forwarded: string): Promise<number> => {
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: {},
    remoteAddress: '10.0.0.1',
    headers: { ...OWN_PAGE, 'x-forwarded-for': forwarded },
  });
  return response.statusCode;
};

test('the proxy’s own word counts, not what a caller wrote before it', async () => {
  it.atOneServer('an address has so many calls at each server');
  for (let call = 0; call < addressLimit('/auth/login'); call += 1) {
    expect(await ask(`102.176.0.${call}, 41.66.200.9`)).toBe(400);
  }
  expect(await ask('102.176.0.200, 41.66.200.9')).toBe(429);
  expect(await ask('41.66.200.9, 41.66.200.10')).toBe(400);
});
