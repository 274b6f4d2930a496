import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { registerDriver } from '../../server/src/domains/drivers/index.ts';
import { findAuthor } from '../../server/src/domains/identity/index.ts';
import { defineJob, jobProgress, jobServer, queueJob } from '../../server/src/domains/jobs/index.ts';
import { memoryFiles } from '../../server/src/integrations/files/memory-files.ts';
import { foldingOfTotals } from '../../server/src/jobs/every-job.ts';
import { registrationOf } from '../../server/test/builders/registrations.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { openBench } from './driver.ts';

/**
 * The product under load, with its jobs. A message with a number imports so many drivers. Reports
 * its address and each end. Arguments: drivers a chunk, the first serial, PostgreSQL's folder.
 */
const [perChunk, firstSerial, bin] = process.argv.slice(2);

const opened = await openBench({ bin, drivers: 0, payments: 0 }, prepare);
const { db } = opened;
const files = memoryFiles();
const now = () => new Date();
const app = await buildApp({
  // Callers choose their addresses: limits by address are counted but refuse nobody.
  config: readConfig({ LOG_LEVEL: 'warn', TRUST_PROXY: '1', TOKEN_SECRET: 'a secret that only the bench has, long' }),
  db,
  channel: opened.channel,
  files,
  now,
});
await app.listen({ port: 0, host: '127.0.0.1' });

const importDrivers = defineJob({
  name: 'import drivers',
  needs: null,
  input: z.object({ drivers: z.number() }),
  position: z.number(),
  chunk: async (tx, { input, position, now }) => {
    const begin = position ?? 0;
    const end = Math.min(begin + Number(perChunk), input.drivers);
    for (let driver = begin; driver < end; driver += 1) {
      await registerDriver(
        tx,
        { files, now, inTransaction: (work) => work(tx), answer: () => null },
        registrationOf(Number(firstSerial) + driver),
      );
    }
    return { next: end < input.drivers ? end : null, done: end, total: input.drivers };
  },
});

const onError = (_: string, error: unknown) => {
  throw error;
};
const jobs = jobServer({ db, now, chunked: [importDrivers], findAuthor, onError });
const folding = jobServer({ db, now, recurring: [foldingOfTotals(db)], onError });
folding.start();

process.on('message', async (drivers: number) => {
  const id = await db.transaction().execute((tx) => queueJob(tx, importDrivers, { drivers }, { by: null, now: now() }));
  const begun = performance.now();
  await jobs.runDue();
  process.send?.({ ...(await jobProgress(db, id)), seconds: (performance.now() - begun) / 1000 });
});
process.on('disconnect', async () => {
  await app.close();
  await jobs.stop();
  await folding.stop();
  await opened.close();
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
