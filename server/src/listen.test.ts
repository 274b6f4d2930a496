import dns from 'node:dns';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { openPort } from './listen.ts';

const { lookup } = dns;
afterEach(() => {
  dns.lookup = lookup;
});

/** A machine may have one address for `localhost`, or two; the framework listens on all of them. */
const giveTwoAddresses = (): void => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const fake = (host: string, ...rest: unknown[]): void => {
    const [options, done] = rest;
    const asksForAll = host === 'localhost' && (options as dns.LookupOptions).all;
    if (asksForAll && typeof done === 'function') done(null, addresses);
    else Reflect.apply(lookup, dns, [host, ...rest]);
  };
  dns.lookup = fake as typeof lookup;
};

const opened = async (HOST = '127.0.0.1') => {
  const port = await openPort({ HOST, PORT: 0, PUBLIC_URL: undefined, WEB_ORIGIN: undefined, TRUST_PROXY: false });
  onTestFinished(port.close);
  return port;
};

test('localhost is one listener, which the bounds on connections and the drain hold, however many addresses it has', async () => {
  giveTwoAddresses();
  const { address } = await opened('localhost');
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  const onOther = await new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.2');
    socket.on('connect', () => resolve(socket.destroy())).on('error', ({ message }) => resolve(message));
  });
  expect(onOther).toMatch(/ECONNREFUSED/);
});

test('a port without an app says that the process lives, and that all else is not ready, in words and as a page', async () => {
  const { address, say } = await opened();
  const health = await fetch(`${address}/api/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  say('The database is being brought up to date, 3 of 47.');
  const answers = [
    await fetch(`${address}/api/readyz`),
    await fetch(`${address}/api/payments`, { method: 'POST', body: '{"car', headers: { 'content-type': 'x/y' } }),
    await fetch(`${address}/logo.png`),
  ];
  for (const answer of answers) {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({
      code: 'busy',
      message: 'The database is being brought up to date, 3 of 47.',
    });
  }
  const page = await fetch(`${address}/payment`, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-/);
  expect(await page.text()).toContain(
    '<p>The database is being brought up to date, 3 of 47. This page opens by itself',
  );
});

test('an app takes over the port while calls come, none of which is refused', async () => {
  const { server, address, handOver } = await opened();
  const app = Fastify({ serverFactory: () => server });
  app.get('/api/readyz', async () => 'ready');
  let isOver = false;
  const statuses: number[] = [];
  const calling = awaitLater(
    (async () => {
      while (!isOver || statuses.at(-1) !== 200) statuses.push((await fetch(`${address}/api/readyz`)).status);
    })(),
  );
  await expect.poll(() => statuses.length).toBeGreaterThan(3);
  await handOver(app);
  isOver = true;
  await calling;
  expect(new Set(statuses)).toEqual(new Set([503, 200]));
  await app.close();
});
