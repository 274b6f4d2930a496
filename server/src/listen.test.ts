import dns from 'node:dns';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

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

test('localhost is one listener, which the bounds on connections and the drain hold, however many addresses it has', async () => {
  giveTwoAddresses();
  const app = Fastify();
  expect(await listen(app, { HOST: 'localhost', PORT: 0 })).toMatch(/^http:\/\/localhost:\d+$/);
  const listeners = app.addresses();
  await app.close();
  expect(listeners).toHaveLength(1);
});
