import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sending, simulatedTraffic } from '../../seeds/traffic/traffic.ts';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { startApp, type TestApp } from '../harness.ts';
import { traccarEvent } from '../tracking/traccar.ts';
import { buildCity } from './build-city.ts';

const CARS = 100;
const ALARMS = 20;
const SECRET = 'the secret of the feeds of a city with alarms';
const FAULTS = { gaps: 0.02, repeats: 0.1, late: 0.05, future: 0.02, cuts: 0 };

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const send = async (kind: Sending['kind'], body: object): Promise<void> => {
  const url = `/api/feeds/traccar/${kind}s`;
  const answer = await it.app.inject({ method: 'POST', url, headers: { 'x-feed-secret': SECRET }, payload: body });
  expect(answer.statusCode, answer.body).toBe(200);
};

/** The same report with a panic in it. */
const inPanic = (body: Sending['body']): Sending['body'] => ({
  ...body,
  position: { ...body.position, attributes: { ...body.position.attributes, alarm: 'sos' } },
});

test('twenty alarms in a city among gaps, repeats, late and future reports are twenty incidents', async () => {
  const from = it.clock.now;
  const cars = await buildCity(it.db, { cars: CARS, since: new Date(from.getTime() - 60_000) });
  await buildFeedSecret(it.db, SECRET, from);
  const traffic = [...simulatedTraffic({ seed: 31, devices: CARS, from, minutes: 8, faults: FAULTS })];
  const pressed = cars.filter((_, n) => n % (CARS / ALARMS) === 0);
  const left = new Map(pressed.map(({ imei }, n) => [imei, { after: from.getTime() + n * 15_000, reports: 4 }]));
  for (const { at, kind, imei, body } of traffic) {
    it.clock.now = new Date(Math.max(at, it.clock.now.getTime()));
    const button = left.get(imei);
    const isPressed = kind === 'position' && button !== undefined && at >= button.after && button.reports > 0;
    if (!isPressed) {
      await send(kind, body);
      continue;
    }
    // A tracker repeats its alarm for some reports, and Traccar tells of it as an event too.
    button.reports -= 1;
    await send('position', inPanic(body));
    await send('event', traccarEvent(imei, body.position.fixTime, { type: 'alarm', attributes: { alarm: 'sos' } }));
    await send('position', inPanic(body));
  }
  expect([...left.values()].every(({ reports }) => reports === 0)).toBe(true);
  const incidents = await it.db.selectFrom('incidents').select(['driver_id', 'grade', 'status']).execute();
  expect(incidents).toHaveLength(ALARMS);
  expect(new Set(incidents.map(({ driver_id }) => driver_id))).toEqual(
    new Set(pressed.map(({ driverId }) => driverId)),
  );
  expect(incidents.every(({ grade, status }) => grade === 'sos' && status === 'raised')).toBe(true);
}, 300_000);
