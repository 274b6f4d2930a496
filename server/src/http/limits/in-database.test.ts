import type { CallLimit } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { overhear } from '../../../test/database/overhear.ts';
import { startDatabase } from '../../../test/harness.ts';
import { readForms } from '../body/multipart.ts';
import { handleErrors } from '../errors.ts';
import { keepAddresses } from '../guard.ts';
import { limitCalls } from './in-database.ts';
import { limitsInMemory } from './in-memory.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const DAY = { seconds: 86_400 };

let database: FreshDatabase;
let statements = 0;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((app) => app.close()));
  await database.close();
});

/**
 * Two servers on one database, each with an idempotent form that has these limits, so that callers
 * count too. A header names the signed-in caller.
 */
const twoServers = async (url: string, ...limits: CallLimit[]): Promise<FastifyInstance[]> => {
  const server = async (): Promise<FastifyInstance> => {
    const app = Fastify({ trustProxy: true });
    handleErrors(app);
    keepAddresses(app);
    app.decorateRequest('caller', null);
    app.addHook('onRequest', async (request) => {
      const accountId = request.headers['x-account'];
      if (typeof accountId !== 'string') return;
      request.caller = {
        accountId,
        sessionId: '1',
        role: 'Member',
        permissions: [],
        login: 'DRV0000012',
        requestId: '1',
      };
    });
    const db = overhear(database.db, () => {
      statements += 1;
    });
    limitCalls(app, { db, now: () => NOW, inMemory: limitsInMemory(() => NOW) });
    readForms(app);
    const consumes = ['multipart/form-data'];
    const text = z.string().optional();
    const body = z.object({ some: text, mobile_number: text, car: text });
    const schema = { summary: '', tags: [], consumes, body, response: { '4xx': z.any(), '5xx': z.any() } };
    const config = { endpoint: { method: 'POST', url, access: 'public', idempotent: true, limits, schema } } as const;
    app.route({ method: 'POST', url, config, handler: async ({ body }) => body });
    await app.ready();
    opened.push(app);
    return app;
  };
  return [await server(), await server()];
};

type Sent = { fields?: Record<string, string>; account?: string; address?: string };

/** Sends the forms to the two servers in turn, and returns the statuses. */
const send = async (servers: FastifyInstance[], url: string, forms: Sent[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const [at, { fields = { some: 'field' }, account, address = '41.66.200.1' }] of forms.entries()) {
    const payload = new FormData();
    for (const [name, value] of Object.entries(fields)) payload.set(name, value);
    const headers = { 'x-forwarded-for': address, ...(account && { 'x-account': account }) };
    const response = await servers[at % 2]?.inject({ method: 'POST', url, payload, headers });
    statuses.push(response?.statusCode ?? 0);
  }
  return statuses;
};

test('a subject named in a form is counted in its one spelling, on all servers together', async () => {
  const servers = await twoServers('/subject', { by: { body: 'mobile_number', as: 'phone' }, max: 3, ...DAY });
  const numbers = ['024 123 4567', '+233241234567', '0241234567', '024-123-4567', '024 123 4568'];
  const forms = numbers.map((mobile_number, at) => ({ fields: { mobile_number }, address: `41.66.200.${at}` }));
  expect(await send(servers, '/subject', forms)).toEqual([200, 200, 200, 429, 200]);
});

test('numbers that look the same to strangers can be counted as one', async () => {
  const servers = await twoServers('/masked', { by: { body: 'mobile_number', as: 'masked phone' }, max: 2, ...DAY });
  const numbers = ['024 001 4567', '024 002 4567', '+233240034567', '024 001 4568'];
  const forms = numbers.map((mobile_number) => ({ fields: { mobile_number } }));
  expect(await send(servers, '/masked', forms)).toEqual([200, 200, 429, 200]);
});

test('a subject can be counted for each address by itself', async () => {
  const servers = await twoServers('/each', { by: { body: 'car', as: 'car', each: 'address' }, max: 1, ...DAY });
  const forms = ['41.66.200.1', '41.66.200.1', '41.66.200.2'].map((address) => ({
    fields: { car: 'GR 1-20' },
    address,
  }));
  expect(await send(servers, '/each', forms)).toEqual([200, 429, 200]);
});

test('a limit of strangers does not hold somebody who is signed in', async () => {
  const limit: CallLimit = { by: { body: 'car', as: 'car' }, max: 1, strangers: true, ...DAY };
  const servers = await twoServers('/strangers', limit);
  const fields = { car: 'GR 1-20' };
  const forms = [{ fields }, { fields }, { fields, account: '7' }, { fields, account: '7' }];
  expect(await send(servers, '/strangers', forms)).toEqual([200, 429, 200, 200]);
});

test('a shared limit counts an address on all servers, and an IPv6 site eight times as loosely', async () => {
  const servers = await twoServers('/shared', { by: 'address', max: 1, shared: true, ...DAY });
  expect(await send(servers, '/shared', [{}, {}, { account: '7' }])).toEqual([200, 429, 429]);
  const networks = Array.from({ length: 10 }, (_, network) => ({ address: `2001:db8:7:${network + 1}::1` }));
  expect(await send(servers, '/shared', networks)).toEqual([...Array(8).fill(200), 429, 429]);
});

test('a caller is counted wherever they call from, and by address ten times as loosely as strangers', async () => {
  const limits: CallLimit[] = [
    { by: 'caller', max: 2, ...DAY },
    { by: 'address', max: 1, shared: true, ...DAY },
  ];
  const servers = await twoServers('/caller', ...limits);
  const forms = [
    { account: '7' },
    { account: '7', address: '41.66.200.9' },
    { account: '7' },
    { account: '8' },
    {},
    {},
  ];
  expect(await send(servers, '/caller', forms)).toEqual([200, 200, 429, 200, 200, 429]);
  const accounts = Array.from({ length: 12 }, (_, at) => ({ account: `${100 + at}`, address: '41.66.200.20' }));
  expect(await send(servers, '/caller', accounts)).toEqual([...Array(10).fill(200), 429, 429]);
});

test('a call counts for everything by one statement, and what is refused for one uses up nothing of the next', async () => {
  const servers = await twoServers(
    '/together',
    { by: { body: 'car', as: 'car' }, max: 2, ...DAY },
    { by: 'caller', max: 3, ...DAY },
    { by: 'address', max: 1, shared: true, ...DAY },
  );
  const call = (car: string) => ({ fields: { car }, account: '7' });
  statements = 0;
  expect(await send(servers, '/together', [call('GR 1-20'), call('GR 1-20'), call('GR 1-20')])).toEqual([
    200, 200, 429,
  ]);
  expect(statements).toBe(3);
  expect(await send(servers, '/together', [call('GR 2-20'), call('GR 2-20')])).toEqual([200, 429]);
});
