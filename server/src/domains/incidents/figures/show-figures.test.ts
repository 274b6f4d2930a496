import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const figures = async (from: string, to: string) => {
  const answer = await it.app.inject({ url: `/api/incidents/figures?from=${from}&to=${to}`, headers });
  return { ...answer.json(), http: answer.statusCode };
};

type Given = { at: string; seconds: (number | null)[]; status?: string; is_drill?: boolean; device_id?: string };

let numbers = 0;
/** An incident that was acknowledged, sent help to, reached and ended so many seconds later. */
const incident = async (
  driver_id: string,
  { at, seconds, status = 'resolved', is_drill = false, device_id }: Given,
) => {
  const raised = new Date(at);
  const [acknowledged_at, dispatched_at, on_scene_at, ended_at] = seconds.map((one) =>
    one === null ? null : new Date(raised.getTime() + one * 1_000),
  );
  const times = { raised_at: raised, first_signal_at: raised, last_signal_at: raised, rings_since: raised };
  const row = { ...times, acknowledged_at, dispatched_at, on_scene_at, ended_at, driver_id, is_drill };
  numbers += 1;
  await it.db
    .insertInto('incidents')
    .values({
      ...{ ...row, number: `F-${numbers}`, grade: 'sos', source: 'tracker', status: status as 'resolved', signals: 1 },
      ...(device_id && { device_id }),
    })
    .execute();
};

test('figures are the median and nine of ten of the days asked for, without drills', async () => {
  const { driver } = await buildDriver(it);
  const { id: device_id, imei } = await buildDevice(it);
  for (let n = 1; n <= 10; n += 1) {
    await incident(driver.id, {
      at: '2026-10-05T10:00:00Z',
      seconds: [n * 10, n * 100, n <= 4 ? n * 1_000 : null, 9_000],
    });
  }
  const mistaken = { at: '2026-10-31T23:59:59Z', seconds: [5, null, null, 60], status: 'false_alarm', device_id };
  await incident(driver.id, mistaken);
  await incident(driver.id, { ...mistaken, at: '2026-11-01T00:00:00Z' });
  await incident(driver.id, { ...mistaken, is_drill: true });
  const october = await figures('2026-10-01', '2026-10-31');
  expect(october).toMatchObject({
    ...{ raised: 11, false_alarms: 1 },
    acknowledged: { count: 11, median: 50, ninety: 90 },
    dispatched: { count: 10, median: 550, ninety: 910 },
    on_scene: { count: 4, median: 2_500, ninety: 3_700 },
    false_alarms_by_tracker: [{ device_id, imei, car_number: driver.car_number, false_alarms: 1, raised: 1 }],
  });
  expect(october.by_grade[0]).toEqual({ grade: 'sos', raised: 11, false_alarms: 1 });
  expect(await figures('2026-09-01', '2026-09-30')).toMatchObject({
    ...{ raised: 0, acknowledged: { count: 0, median: null, ninety: null }, false_alarms_by_tracker: [] },
  });
});

test('days in the wrong order, or more than a year, are refused in words', async () => {
  expect(await figures('2026-10-02', '2026-10-01')).toMatchObject({
    http: 400,
    message: 'The last day is before the first.',
  });
  expect(await figures('2024-10-02', '2026-10-01')).toMatchObject({ http: 400, message: 'At most 366 days.' });
});
