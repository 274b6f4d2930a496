import { expect, test } from 'vitest';
import { DEMO_SILENT, DEMO_SOS, demoReports, demoTraffic, LOOK_MS } from './demo-cars.ts';
import { DEMO_FITTED, demoImei } from './trackers.ts';

const START = Date.parse('2026-11-25T03:10:00Z');
const HOUR = 3_600_000;

test('while a demo runs, 39 of its cars report: those that drive every ten seconds, the others now and then', () => {
  const traffic = demoTraffic(START);
  const first = traffic(START);
  const fitted = Array.from({ length: DEMO_FITTED }, (_, serial) => demoImei(serial));
  const heard = (bodies: typeof first) => bodies.map(({ device }) => device.uniqueId);
  expect(heard(first).filter((imei) => fitted.includes(imei))).toHaveLength(DEMO_FITTED - 1);
  expect(heard(first)).not.toContain(demoImei(DEMO_SILENT));
  expect(heard(first).filter((imei) => !fitted.includes(imei))).toHaveLength(3);
  const rest = [1, 2, 3, 4, 5, 6].map((look) => traffic(START + look * LOOK_MS));
  for (const bodies of rest) expect(bodies.length).toBeLessThan(DEMO_FITTED / 1.3);
  const moving = first.filter(({ position }) => position.speed > 5).map(({ device }) => device.uniqueId);
  expect(moving.length).toBeGreaterThan(3);
  const again = rest.flat();
  for (const imei of moving)
    expect(again.filter(({ device }) => device.uniqueId === imei).length).toBeGreaterThanOrEqual(2);
});

test('the demo’s alarm comes again before it would show no more', () => {
  const traffic = demoTraffic(START);
  const alarms: number[] = [];
  for (let at = START; at < START + 3 * HOUR; at += LOOK_MS) {
    for (const { position, device } of traffic(at)) {
      if (!('alarm' in position.attributes)) continue;
      expect([device.uniqueId, position.attributes.alarm]).toEqual([demoImei(DEMO_SOS), 'sos']);
      alarms.push(at);
    }
  }
  expect(alarms.length).toBeGreaterThan(5);
  for (const [n, at] of alarms.entries()) expect(at - (alarms[n - 1] ?? START)).toBeLessThan(30 * 60_000);
});

test('the trail of a demo’s car leads to where it then drives on', () => {
  const past = demoReports(3, { from: START - 30 * HOUR, until: START, everyMs: 30_000 });
  expect(past.length).toBeGreaterThan(300);
  expect(past.length).toBeLessThan(3_600);
  const last = past.at(-1);
  const [next] = demoReports(3, { from: START, until: START + HOUR, everyMs: 30_000 });
  expect(Math.abs((last?.fix.latitude ?? 0) - (next?.fix.latitude ?? 9))).toBeLessThan(0.01);
  expect(Math.abs((last?.fix.longitude ?? 0) - (next?.fix.longitude ?? 9))).toBeLessThan(0.01);
});
