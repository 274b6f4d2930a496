import { expect, test } from 'vitest';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { buildCity } from '../city/build-city.ts';
import { traccarEvent } from '../tracking/traccar.ts';
import type { Server } from './server-process.ts';
import { sharedCluster } from './shared-cluster.ts';

const CARS = 1_000;
const SECRET = 'the secret of the feeds of a thousand alarms';
/** Calls that are under way at once. */
const CALLERS = 16;

const { db, start } = sharedCluster();

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
  const cars = await buildCity(db(), { cars: CARS, since });
  await buildFeedSecret(db(), SECRET, since);
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
    const rows = await db().selectFrom('incidents').select('driver_id').execute();
    return rows.map(({ driver_id }) => driver_id ?? '');
  };
  const stored = await drivers();
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  // Traccar sends again what got no answer.
  for (const imei of unanswered) expect(await press(other, imei, at)).toBe(200);
  expect((await drivers()).sort()).toEqual(cars.map(({ driverId }) => driverId).sort());
  const twice = await db().selectFrom('incidents').select('id').where('signals', '>', 1).execute();
  expect(twice).toEqual([]);
}, 300_000);
