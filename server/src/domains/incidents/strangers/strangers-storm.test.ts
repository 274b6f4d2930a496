import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_WAIT, openBoard, twoServers } from '../../../../test/boards.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildIncident, buildSignal } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { raise } from '../raising/raise.ts';

let it: TestApp;
let staff: Record<string, string>;
let servers: Awaited<ReturnType<typeof twoServers>>;
beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperUser')).headers;
  servers = await twoServers(it);
});
afterAll(async () => {
  await servers.end();
  await it.close();
});

test('twenty known calls ring within 3 s on pages of two servers beside a thousand strangers’', async () => {
  const pages = [await openBoard(servers.address, staff), await openBoard(servers.other, staff)];
  for (const page of pages) await expect.poll(page.ringing, BOARD_WAIT).toBeDefined();
  const drivers: string[] = [];
  for (let n = 0; n < 20; n += 1) drivers.push((await buildDriver(it)).driver.id);
  const second = it.another();
  const strangers = async (db: TestApp['db']): Promise<void> => {
    for (let n = 0; n < 100; n += 1) {
      const calls = Array.from({ length: 5 }, () => buildSignal(it, { source: 'member', knownBy: null }));
      await db.transaction().execute((tx) => raise(tx, calls, { now: it.clock.now }));
    }
  };
  const known = async (): Promise<void> => {
    for (const driverId of drivers) {
      const at = performance.now();
      const id = await buildIncident(it, { driverId });
      it.channel.tell();
      for (const page of pages) await expect.poll(page.ringing, BOARD_WAIT).toContain(id);
      expect(performance.now() - at).toBeLessThan(3_000);
    }
  };
  await Promise.all([strangers(it.db), strangers(second.db), known()]);
  await second.close();
  const waiting = await it.db.selectFrom('incidents').select('id').where('queue_id', 'is not', null).execute();
  expect(waiting.length).toBeGreaterThan(900);
});
