import type { AddressInfo } from 'node:net';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { tokenKeys } from '../../server/src/domains/identity/index.ts';
import { jobServer } from '../../server/src/domains/jobs/index.ts';
import { memoryFiles } from '../../server/src/integrations/files/memory-files.ts';
import { foldingOfTotals } from '../../server/src/jobs/fold-totals.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { bareFastify } from './bare-fastify.ts';
import { bareServer } from './bare-server.ts';
import { openBench } from './driver.ts';
import { openSessions } from './sessions.ts';

/**
 * The process under load: the product with the job that folds its totals, and the bare servers, on the same database, each
 * on a port of its own. Told what to do by its arguments; says where it listens, and answers each message with
 * fresh access tokens.
 */
const [drivers, payments, bin, isOffice] = process.argv.slice(2);
const TOKEN_SECRET = 'a secret that only the bench has, long';

const opened = await openBench(
  { bin: bin || undefined, drivers: Number(drivers), payments: Number(payments), isOffice: isOffice !== undefined },
  prepare,
);
const { db } = opened;
const app = await buildApp({
  // Addresses are the caller's to choose, so that the limits by address are kept and yet hold nobody up.
  config: readConfig({ LOG_LEVEL: 'warn', TRUST_PROXY: '1', TOKEN_SECRET }),
  db,
  channel: opened.channel,
  files: memoryFiles(),
  now: () => new Date(),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const jobs = jobServer({
  db,
  now: () => new Date(),
  recurring: [foldingOfTotals(db)],
  onError: (job, error) => console.error(job, error),
});
jobs.start();
const bares = [opened.plain, opened.prepared, opened.uncounted].map((one) => bareServer(one).listen(0, '127.0.0.1'));

const fastifies = [opened.plain, opened.prepared].map(bareFastify);
for (const one of fastifies) await one.listen({ port: 0, host: '127.0.0.1' });
const sessions = await openSessions(db);

const portOf = (server: { address: () => AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

process.on('message', async () => {
  process.send?.({ tokens: await sessions.tokens(tokenKeys(TOKEN_SECRET)) });
});
process.on('disconnect', async () => {
  await app.close();
  await jobs.stop();
  for (const bare of bares) {
    bare.closeAllConnections();
    bare.close();
  }
  for (const one of fastifies) await one.close();
  await opened.close();
});
const [plain, prepared, uncounted] = bares.map(portOf);
const [fastify, fastifyPrepared] = fastifies.map(({ server }) => portOf(server));
process.send?.({ app: portOf(app.server), plain, prepared, uncounted, fastify, fastifyPrepared });
