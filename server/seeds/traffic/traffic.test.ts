import { expect, test } from 'vitest';
import { JUNCTIONS, type Junction, metresBetween, quickestWays, type Spot, waysFrom } from './roads.ts';
import { simulatedImei } from './trackers.ts';
import { type Sending, simulatedTraffic, type TrafficPlan } from './traffic.ts';

const PLAN: TrafficPlan = { seed: 7, devices: 40, from: new Date('2026-11-25T08:00:00Z'), minutes: 30 };
const FAULTS = { gaps: 0.01, repeats: 0.05, late: 0.02, future: 0.02, cuts: 0.005 };

const sent = (plan: Partial<TrafficPlan> = {}): Sending[] => [...simulatedTraffic({ ...PLAN, ...plan })];

/** The positions of each tracker, in the order of their fixes. */
const byTracker = (sendings: Sending[]) =>
  [...Map.groupBy(sendings, ({ imei }) => imei).values()].map((ofOne) =>
    ofOne
      .filter(({ kind }) => kind === 'position')
      .map(({ body }) => body.position)
      .sort((a, b) => a.fixTime.localeCompare(b.fixTime)),
  );

test('from any junction every other can be reached, by roads without gaps', () => {
  const seen = new Set<Junction>(['Circle']);
  for (const junction of seen) {
    for (const { to, line } of waysFrom(junction)) {
      seen.add(to);
      expect([line[0], line.at(-1)]).toEqual([JUNCTIONS[junction], JUNCTIONS[to]]);
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(JUNCTIONS).sort());
  expect(quickestWays('Madina', 'Tema Harbour').map(({ to }) => to)).toEqual([
    ...['Atomic', 'Legon', 'Tetteh Quarshie', 'Tema Motorway', 'Tema Harbour'],
  ]);
  expect(quickestWays('Osu', 'Osu')).toEqual([]);
});

test('the same seed sends the same, another seed something else', () => {
  expect(sent()).toEqual(sent());
  expect(sent({ seed: 8 })).not.toEqual(sent());
});

test('cars move as cars do: on their roads, never faster than the motorway lets them, with stops and parking', () => {
  const cars = byTracker(sent({ minutes: 120 }));
  expect(cars).toHaveLength(40);
  for (const positions of cars) {
    for (const [at, position] of positions.entries()) {
      const before = positions[at - 1];
      if (!before) continue;
      const seconds = (Date.parse(position.fixTime) - Date.parse(before.fixTime)) / 1_000;
      const spots: [Spot, Spot] = [
        [before.latitude, before.longitude],
        [position.latitude, position.longitude],
      ];
      // Turning into another road moves a car from lane to lane.
      expect(Math.hypot(...metresBetween(...spots))).toBeLessThan(seconds * (135 / 3.6) + 20);
      expect(position.speed * 1.852).toBeLessThan(135);
    }
  }
  const all = cars.flat();
  expect(all.filter(({ attributes }) => !attributes.ignition).length).toBeGreaterThan(all.length / 20);
  expect(all.filter(({ speed }) => speed > 20).length).toBeGreaterThan(all.length / 4);
});

test('without faults each report comes once, at its time; with them some come twice, late, ahead or not at all', () => {
  const plain = sent().filter(({ kind }) => kind === 'position');
  const keyOf = ({ imei, body }: Sending) => `${imei} ${body.position.fixTime}`;
  expect(new Set(plain.map(keyOf)).size).toBe(plain.length);
  expect(plain.every(({ at, body }) => Date.parse(body.position.fixTime) === at)).toBe(true);

  const faulty = sent({ faults: FAULTS }).filter(({ kind }) => kind === 'position');
  const delays = faulty.map(({ at, body }) => at - Date.parse(body.position.fixTime));
  expect(faulty.length - new Set(faulty.map(keyOf)).size).toBeGreaterThan(faulty.length / 40);
  expect(delays.filter((ms) => ms > 30_000).length).toBeGreaterThan(20);
  expect(delays.filter((ms) => ms < -3_600_000).length).toBeGreaterThan(20);
  expect(new Set(faulty.map(keyOf)).size).toBeLessThan(plain.length - 20);
  expect(faulty.every(({ at }, index) => index === 0 || at >= (faulty[index - 1]?.at ?? 0))).toBe(true);
});

test('simulated trackers have IMEIs with their check digit, of no real model', () => {
  expect(simulatedImei(0)).toBe('009999000000004');
  expect(new Set(Array.from({ length: 1_000 }, (_, serial) => simulatedImei(serial))).size).toBe(1_000);
});
