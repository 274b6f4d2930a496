import { ensureFirstAdmin } from '#domains/identity';
import { readConfig } from './config.ts';
import { runProgram, untilStopped } from './program.ts';
import { start } from './start.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  const { db, address, stop } = await start(config);
  console.log(`Banbo listens on ${address}`);
  const link = await ensureFirstAdmin(db, { publicUrl: config.PUBLIC_URL ?? address, now: new Date() });
  if (link) console.log(`Nobody on the staff has a password yet. The first SuperAdmin sets one here, once:\n${link}`);
  await untilStopped(stop);
});
