import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';
import { type Drain, drainable } from './drain.ts';

const LONGER_THAN_A_TEST_MS = 600_000;

let it: TestApp;
let address: string;
let drain: Drain['drain'];
beforeEach(async () => {
  it = await startApp();
  ({ drain } = drainable(it.app));
  address = await it.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => it.close());

const ask = async (path: string) => {
  const { status, headers } = await fetch(`${address}/api${path}`);
  return { status, connection: headers.get('connection'), again: headers.get('retry-after') };
};

test('a server that ends says first that it is not ready, and answers everything else, until a balancer has left it', async () => {
  expect((await ask('/readyz')).status).toBe(200);
  const leaving = Promise.withResolvers<void>();
  it.app.server.once('banbo-leaving', leaving.resolve);
  void drain(LONGER_THAN_A_TEST_MS);
  await leaving.promise;
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close', again: '2' });
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/nationality')).toMatchObject({ status: 200, connection: 'close' });
});

test('a server without a balancer, or that it has left, takes no more calls', async () => {
  await drain(0);
  await expect(ask('/nationality')).rejects.toThrow('fetch failed');
});
