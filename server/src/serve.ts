import { ensureFirstAdmin } from '#domains/identity';
import { fromDatabase } from '#lib/database-trouble.ts';
import { type Config, readConfig } from './config.ts';
import { runProgram, stopSignal } from './program.ts';
import { type Running, start } from './start.ts';

/** A server whose disk is full, or whose database is away for a moment, is of use all the same, and is started again. */
const firstLink = async ({ db, address }: Running, { PUBLIC_URL }: Config): Promise<string | null> => {
  try {
    return await ensureFirstAdmin(db, { publicUrl: PUBLIC_URL ?? address, now: new Date() });
  } catch (error) {
    const refusal = error instanceof Error ? fromDatabase(error) : null;
    if (!refusal) throw error;
    console.error(`No link for the first SuperAdmin could be made: ${refusal.message} Start the server again for one.`);
    return null;
  }
};

await runProgram(async () => {
  const signal = stopSignal();
  const config = readConfig(process.env);
  const running = await start(config, async () => signal.endWellFromNow());
  console.log(`Banbo listens on ${running.address}`);
  const link = await firstLink(running, config);
  if (link) console.log(`Nobody on the staff has a password yet. The first SuperAdmin sets one here, once:\n${link}`);
  await signal.received;
  await running.stop();
  console.log('Banbo has stopped.');
});
