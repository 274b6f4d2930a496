import { ensureFirstAdmin } from '#domains/identity';
import { fromDatabase } from '#lib/database-trouble.ts';
import { type Config, readConfig } from './config.ts';
import { runProgram, stopSignal } from './program.ts';
import { type Running, start } from './start.ts';

/** A server that starts on a full disk still answers who reads, so the link it cannot make is no reason to end. */
const firstLink = async ({ db, address }: Running, { PUBLIC_URL }: Config): Promise<string | null> => {
  try {
    return await ensureFirstAdmin(db, { publicUrl: PUBLIC_URL ?? address, now: new Date() });
  } catch (error) {
    if (!(error instanceof Error) || fromDatabase(error)?.code !== 'storage_full') throw error;
    console.error('The disk is full, so no link for the first SuperAdmin could be made: make room and start again.');
    return null;
  }
};

await runProgram(async () => {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  const running = await start(config);
  console.log(`Banbo listens on ${running.address}`);
  const link = await firstLink(running, config);
  if (link) console.log(`Nobody on the staff has a password yet. The first SuperAdmin sets one here, once:\n${link}`);
  await stopped;
  await running.stop();
});
