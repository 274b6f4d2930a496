import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectionTo } from '#db/cluster/make-cluster.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { buildCity } from '../city/build-city.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { traccarEvent } from '../tracking/traccar.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';

const CARS = 1_000;
const SECRET = 'the secret of the feeds of a thousand alarms';
/** Calls that are under way at once. */
const CALLERS = 16;

let cluster: ThrowawayCluster;
let database: OpenDatabase;
let folder: { dataDir: string; remove: () => void };
beforeAll(async () => {
  cluster = await startThrowawayCluster();
  database = openPool(connectionTo(cluster.socketDir));
  folder = dataFolder();
});
afterAll(async () => {
  await database.close();
  await cluster.stop();
  folder.remove();
});

const start = async (): Promise<Server> => {
  const server = await startServer(folder.dataDir, {
    DATABASE_URL: `postgres://banbo@localhost/banbo?host=${cluster.socketDir}`,
    TOKEN_SECRET: 'a secret that two servers share, long enough',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });
  return server;
};

/** The status of the answer, or null where none came. */
const press = ({ address }: Server, imei: string, at: string): Promise<number | null> =>
  fetch(`${address}/api/feeds/traccar/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-secret': SECRET },
    body: JSON.stringify(traccarEvent(imei, at, { type: 'alarm', attributes: { alarm: 'sos' } })),
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );

test('of a thousand alarms, in the middle of which a server is killed, each acknowledged one is an incident, and none is two', async () => {
  const [hit, other] = [await start(), await start()];
  const since = new Date(Date.now() - 60_000);
  const cars = await buildCity(database.db, { cars: CARS, since });
  await buildFeedSecret(database.db, SECRET, since);
  const acknowledged = new Set<string>();
  const unanswered: string[] = [];
  const at = new Date().toISOString();
  let sent = 0;
  const next = cars.values();
  const call = async (): Promise<void> => {
    for (const { imei, driverId } of next) {
      sent += 1;
      if (sent === CARS / 2) hit.kill('SIGKILL');
      const status = await press(sent % 2 === 0 && sent < CARS / 2 + CALLERS ? hit : other, imei, at);
      if (status === 200) acknowledged.add(driverId);
      else unanswered.push(imei);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  expect(unanswered.length).toBeGreaterThan(0);
  expect(acknowledged.size + unanswered.length).toBe(CARS);
  const drivers = async () => {
    const rows = await database.db.selectFrom('incidents').select('driver_id').execute();
    return rows.map(({ driver_id }) => driver_id ?? '');
  };
  const stored = await drivers();
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  // Traccar sends again what got no answer.
  for (const imei of unanswered) expect(await press(other, imei, at)).toBe(200);
  expect((await drivers()).sort()).toEqual(cars.map(({ driverId }) => driverId).sort());
  const twice = await database.db.selectFrom('incidents').select('id').where('signals', '>', 1).execute();
  expect(twice).toEqual([]);
}, 300_000);
