import type { AddressInfo } from 'node:net';
import { tokenKeys } from '../../server/src/domains/identity/index.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { bareFastify } from './bare-fastify.ts';
import { bareServer } from './bare-server.ts';
import { openBench } from './driver.ts';
import { openSessions } from './sessions.ts';
import { startShipped } from './shipped.ts';

/**
 * Starts the contestants on one database: the product in its own process, the bare servers in this
 * one. Its arguments say what to do; it reports the ports, and answers each message with fresh
 * access tokens.
 */
const [drivers, payments, bin, isOffice] = process.argv.slice(2);
const TOKEN_SECRET = 'a secret that only the bench has, long';

const opened = await openBench(
  { bin: bin || undefined, drivers: Number(drivers), payments: Number(payments), isOffice: isOffice !== undefined },
  prepare,
);
const { db, where } = opened;
const sessions = await openSessions(db);
const product = await startShipped({ where, db, secret: TOKEN_SECRET });
const bares = [opened.plain, opened.prepared, opened.uncounted].map((one) => bareServer(one).listen(0, '127.0.0.1'));

const fastifies = [opened.plain, opened.prepared].map(bareFastify);
for (const one of fastifies) await one.listen({ port: 0, host: '127.0.0.1' });

const portOf = (server: { address: () => AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

process.on('message', async () => {
  process.send?.({ tokens: await sessions.tokens(tokenKeys(TOKEN_SECRET)) });
});
process.on('disconnect', async () => {
  await product.end();
  for (const bare of bares) {
    bare.closeAllConnections();
    bare.close();
  }
  for (const one of fastifies) await one.close();
  await opened.close();
});
const [plain, prepared, uncounted] = bares.map(portOf);
const [fastify, fastifyPrepared] = fastifies.map(({ server }) => portOf(server));
process.send?.({ app: product.port, pid: product.pid, plain, prepared, uncounted, fastify, fastifyPrepared });
