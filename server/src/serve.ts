import { ensureFirstAdmin, type FirstAdmin } from '#domains/identity';
import { fromDatabase } from '#lib/database-trouble.ts';
import { type Config, readConfig } from './config.ts';
import { oddSettings } from './odd-settings.ts';
import { runProgram, stopSignal } from './program.ts';
import { type RunningServer, start } from './start.ts';

/** Describes how the first SuperAdmin signs in; null when a staff user already can. */
const describe = (admin: FirstAdmin | null): string | null => {
  if (!admin) return null;
  const { username, link } = admin;
  if (link)
    return `Nobody on the staff has a password yet. The first SuperAdmin sets one here, once:\n${link}\nPayments open once the company’s accounts are entered under General Setup.`;
  return `Nobody on the staff has a password yet. Another start printed the link to set one; npm run unlock -- ${username} makes a new one.`;
};

/** A server without room or database is still useful, so it starts without the link. */
const firstAdmin = async (
  { db, address }: RunningServer,
  { PUBLIC_URL, DATABASE_URL }: Config,
): Promise<FirstAdmin | null> => {
  const publicUrl = PUBLIC_URL ?? address;
  try {
    return await ensureFirstAdmin(db, { publicUrl, isAlone: DATABASE_URL === undefined, now: new Date() });
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
  for (const { says, todo } of oddSettings(process.env, config)) console.warn(`${says}: ${todo}.`);
  const running = await start(config, async () => signal.endWellFromNow());
  console.log(`Banbo listens on ${running.address}`);
  const howToGetIn = describe(await firstAdmin(running, config));
  if (howToGetIn) console.log(howToGetIn);
  await signal.received;
  await running.stop();
  console.log('Banbo has stopped.');
});
