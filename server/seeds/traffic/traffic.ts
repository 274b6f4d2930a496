import { simulatedCar } from './car.ts';
import { type Draws, drawsOf } from './draws.ts';
import { type TraccarEventBody, type TraccarPositionBody, traccarEvent, traccarPosition } from './traccar.ts';
import { simulatedImei } from './trackers.ts';

/** Shares of reports, from 0 to 1, that come otherwise than at once and once. */
export type Faults = {
  /** After which nothing is measured for some minutes. */
  gaps: number;
  /** That come twice. */
  repeats: number;
  /** After which some minutes of reports wait, and come together, the newest first. */
  late: number;
  /** Whose clock is hours or days ahead. */
  future: number;
  /** When the tracker loses the car's power for some minutes, and its battery falls. */
  cuts: number;
};

export const NO_FAULTS: Faults = { gaps: 0, repeats: 0, late: 0, future: 0, cuts: 0 };

export type TrafficPlan = {
  seed: number;
  /** How many trackers report. */
  devices: number;
  from: Date;
  minutes: number;
  /** Seconds between two reports of a tracker; without it each has its own, from 10 to 60. */
  interval?: number;
  faults?: Faults;
};

/** A call of the feed. */
export type Sending = {
  /** When it is sent, in milliseconds of the epoch. */
  at: number;
  imei: string;
} & ({ kind: 'position'; body: TraccarPositionBody } | { kind: 'event'; body: TraccarEventBody });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Seconds that each tracker may have between two reports. */
const INTERVALS = [10, 15, 20, 30, 30, 30, 60];
/** Milliseconds between two reports of those that come late. */
const BURST_MS = 250;
/** An SOS in so many reports. */
const SOS_CHANCE = 1 / 20_000;

const minutesFrom = (draws: Draws, low: number, high: number): number => draws.between(low, high) * MINUTE;

/** Sends by one tracker, up to a time in milliseconds that is later each time. */
type Until = (end: number) => Sending[];

const trackerOf = (serial: number, { seed, from, interval, faults = NO_FAULTS }: TrafficPlan): Until => {
  const draws = drawsOf(seed, serial);
  const car = simulatedCar(draws);
  const seconds = interval ?? draws.oneOf(INTERVALS);
  const tracker = { id: serial + 1, imei: simulatedImei(serial) };
  /** Until when nothing is measured, and until when what is measured waits. */
  let silentUntil = 0;
  let heldUntil = 0;
  let held: Sending[] = [];
  let hadIgnition: boolean | null = null;
  let cut = { from: 0, until: 0, drain: 0 };
  let id = serial * 1_000_000;
  let at = from.getTime() + Math.floor(draws.between(0, seconds * 1_000));

  const measure = (): Sending[] => {
    const measured = car(seconds);
    if (at < silentUntil) return [];
    id += 1;
    const begins = at >= cut.until && draws.isHit(faults.cuts);
    if (begins) cut = { from: at, until: at + minutesFrom(draws, 2, 8), drain: draws.between(2, 25) };
    const hasPower = at >= cut.until;
    const drained = hasPower ? 0 : (cut.drain * (at - cut.from)) / MINUTE;
    const fix = { ...measured, batteryPercent: Math.max(1, Math.round(measured.batteryPercent - drained)) };
    const isAhead = draws.isHit(faults.future);
    const fixAt = new Date(isAhead ? at + Math.floor(draws.between(2, 100) * HOUR) : at);
    const isSos = draws.isHit(SOS_CHANCE);
    const alarm = [...(isSos ? ['sos'] : []), ...(begins ? ['powerCut'] : [])].join(',');
    const told = { tracker, id, fix, fixAt, serverAt: new Date(at), hasPower, ...(alarm !== '' && { alarm }) };
    const { imei } = tracker;
    const sendings: Sending[] = [{ at, imei, kind: 'position', body: traccarPosition(told) }];
    // A repeated report of a clock ahead would come at another time of the server's.
    if (!isAhead && draws.isHit(faults.repeats)) {
      sendings.push({ at: at + draws.whole(0, 20_000), imei, kind: 'position', body: traccarPosition(told) });
    }
    if (isSos) sendings.push({ at, imei, kind: 'event', body: traccarEvent(told, 'alarm', { alarm: 'sos' }) });
    if (hadIgnition !== null && hadIgnition !== fix.hasIgnition) {
      const type = fix.hasIgnition ? 'ignitionOn' : 'ignitionOff';
      sendings.push({ at, imei, kind: 'event', body: traccarEvent(told, type) });
    }
    hadIgnition = fix.hasIgnition;
    if (draws.isHit(faults.gaps)) silentUntil = at + minutesFrom(draws, 2, 9);
    return sendings;
  };

  return (end) => {
    const sendings: Sending[] = [];
    for (; at < end; at += seconds * 1_000) {
      if (held.length > 0 && at >= heldUntil) {
        sendings.push(...held.toReversed().map((sending, order) => ({ ...sending, at: at + order * BURST_MS })));
        held = [];
      }
      const measured = measure();
      if (at < heldUntil) held.push(...measured);
      else sendings.push(...measured);
      if (at >= heldUntil && draws.isHit(faults.late)) heldUntil = at + minutesFrom(draws, 1, 4);
    }
    return sendings;
  };
};

/**
 * All calls of the feed by the plan, in the order in which they are sent; the same for a seed. Of a
 * tracker without network at the end, the calls that it holds back are not among them.
 */
export function* simulatedTraffic(plan: TrafficPlan): Generator<Sending> {
  const trackers = Array.from({ length: plan.devices }, (_, serial) => trackerOf(serial, plan));
  const last = plan.from.getTime() + plan.minutes * MINUTE;
  let waiting: Sending[] = [];
  for (let end = plan.from.getTime(); end < last; ) {
    end = Math.min(end + MINUTE, last);
    waiting = [...waiting, ...trackers.flatMap((until) => until(end))].sort((a, b) => a.at - b.at);
    const due = waiting.findIndex(({ at }) => at >= end);
    yield* due === -1 ? waiting.splice(0) : waiting.splice(0, due);
  }
  yield* waiting;
}
