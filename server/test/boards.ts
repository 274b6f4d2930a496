import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type TestApp, TOKEN_SECRET } from './harness.ts';
import { openLive } from './live.ts';

/** Has the app listen, beside another server on its database; `end` closes that one. */
export const twoServers = async (it: TestApp) => {
  const address = await it.app.listen({ port: 0, host: '127.0.0.1' });
  const { db, channel, close } = it.another();
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
  const app = await buildApp({ config, db, channel, files: it.files, now: () => it.clock.now });
  const other = await app.listen({ port: 0, host: '127.0.0.1' });
  const end = async (): Promise<void> => {
    await app.close();
    await close();
  };
  return { address, other, end };
};

/** The board of a page at a server: the ids and cars of what rings there now. */
export const openBoard = async (at: string, staff: Record<string, string>) => {
  const live = await openLive(at, staff, null, '/incidents/live');
  const calls = () => live.events.findLast(({ name }) => name === 'board')?.data.ringing;
  return {
    live,
    ringing: () => calls()?.map(({ id }) => id),
    cars: () => calls()?.map(({ car_number }) => car_number),
  };
};

export const BOARD_WAIT = { timeout: 10_000, interval: 20 };
