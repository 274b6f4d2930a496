import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { addressLimit } from '../limits.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ TRUST_PROXY: '1' });
});
beforeEach(() => it.atOneServer('an address has so many calls at each server'));
afterAll(() => it.close());

/** A call that counts for the address by which a proxy calls its sender. */
const callFrom = async (forwarded: string): Promise<number> => {
  const call = { method: 'POST', url: '/api/auth/login', payload: {}, remoteAddress: '10.0.0.1' } as const;
  return (await it.app.inject({ ...call, headers: { ...OWN_PAGE, 'x-forwarded-for': forwarded } })).statusCode;
};

test.each([
  [
    'an IPv4 address',
    (n: number) => [
      '198.51.100.9',
      '::ffff:198.51.100.9',
      '::ffff:c633:6409',
      `198.51.100.9:${n + 1}`,
      `[::ffff:c633:6409]:${n + 1}`,
    ],
  ],
  ['an IPv6 address', (n: number) => ['2001:db8::9', '2001:0DB8::0009', '[2001:db8::9]', `[2001:db8::9]:${n + 1}`]],
  ['what is no address', (n: number) => [`unknown${n}`, `_hidden${n}`, `300.1.2.${n}`]],
])('%s has one limit, however a proxy spells it', async (_name, spellings) => {
  const most = addressLimit('/auth/login');
  const statuses: number[] = [];
  for (let n = 0; n < most; n += 1) {
    const all = spellings(n);
    statuses.push(await callFrom(all[n % all.length] ?? ''));
  }
  expect(statuses).toEqual(Array(most).fill(400));
  for (const spelling of spellings(most)) expect([spelling, await callFrom(spelling)]).toEqual([spelling, 429]);
});
