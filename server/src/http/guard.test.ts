import { ENDPOINTS } from '@banbo/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';
import { guard } from './guard.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const name = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;
/** An address of the endpoint as a caller would write it. */
const address = (url: string) => `/api${url.replace(/:\w+/g, '1')}`;
const guarded = ENDPOINTS.filter((endpoint) => endpoint.access !== 'public');

test('every endpoint of the contract is served', () => {
  const missing = ENDPOINTS.filter(({ method, url }) => !it.app.hasRoute({ method, url: `/api${url}` }));
  expect(missing.map(name)).toEqual([]);
});

test('no two endpoints of the contract have one address', () => {
  expect(new Set(ENDPOINTS.map(name)).size).toBe(ENDPOINTS.length);
});

test.each(['/nowhere', '/payments/secret'])('a route outside the contract (%s) stops the start', async (url) => {
  const app = Fastify();
  const added = app.register(
    async (scope) => {
      guard(scope, async () => null);
      scope.get(url, async () => 'nobody guards this');
    },
    { prefix: '/api' },
  );
  await expect(added).rejects.toThrow(`GET /api${url} is not in the contract`);
  await app.close();
});

test('a method that the contract does not name stops the start', async () => {
  const app = Fastify();
  const added = app.register(
    async (scope) => {
      guard(scope, async () => null);
      scope.put('/payments', async () => 'nobody guards this');
    },
    { prefix: '/api' },
  );
  await expect(added).rejects.toThrow('PUT /api/payments is not in the contract');
  await app.close();
});

test.each(guarded.map(name))('%s tells a stranger nothing but to sign in', async (named) => {
  const [method = 'GET', url = ''] = named.split(' ');
  const response = await it.app.inject({ method: method as 'GET', url: address(url) });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ code: 'not_signed_in' });
});

test.each(guarded.map(name))('no other method slips past the guard of %s', async (named) => {
  const [, url = ''] = named.split(' ');
  const own = new Set(ENDPOINTS.filter((endpoint) => endpoint.url === url).map((endpoint) => endpoint.method));
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'TRACE'] as const) {
    if (own.has(method as 'POST')) continue;
    const response = await it.app.inject({ method: method as 'HEAD', url: address(url) });
    // 401 if the address is also a record's of another guarded endpoint: `/users/check_username`.
    expect([401, 404], method).toContain(response.statusCode);
  }
});

test.each([
  'Bearer',
  'Bearer ',
  'bearer x.y.z',
  'Bearer x.y.z',
  'Basic YTpi',
  `Bearer ${'a'.repeat(5000)}`,
  'Bearer ../..',
])('the credentials %s open nothing', async (authorization) => {
  for (const { method, url } of guarded) {
    const response = await it.app.inject({ method, url: address(url), headers: { authorization } });
    expect(response.statusCode, name({ method, url })).toBe(401);
  }
});
