import { GOOD_BATTERY, LEARNED_GAPS, LEAST_GAPS, LOW_BATTERY } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { fittedCars } from '#domains/devices';
import type { DeviceEvent, StoredReport } from '../feeds/report.ts';
import { fenceWatch } from '../fences/watch-fences.ts';
import { isMoving } from '../positions/motion.ts';
import {
  type Finding,
  insertFound,
  lockWatchStates,
  noteCameBack,
  storeWatchStates,
  type WatchState,
} from './watch.repo.ts';

/** The gaps with a further one, in seconds, without those that are too old. */
export const withGap = (gaps: readonly number[], seconds: number): number[] =>
  [...gaps, Math.max(1, Math.round(seconds))].slice(-LEARNED_GAPS);

/** The usual interval in seconds: the median; null while there are too few. */
export const learnedInterval = (gaps: readonly number[]): number | null => {
  if (gaps.length < LEAST_GAPS) return null;
  return [...gaps].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null;
};

type Batch = {
  /** In the order of devices, then of fix times. */
  stored: readonly StoredReport[];
  /** Reports without a new fix that tell something newer than it. */
  retold: readonly StoredReport[];
  events: readonly DeviceEvent[];
  now: Date;
};

const DAY_MS = 86_400_000;

/** A car with a tracker, and what the watch knows of it. */
export type Watched = { driverId: string; state: WatchState };

type Says = {
  at: Date;
  isMoving: boolean;
  alarms: readonly string[];
  hasPower: boolean | null;
  battery: number | null;
};

const NOTHING = { rule: null, last_report_at: null, due_by: null, interval_seconds: null };

/** Holds what a device says of its power and battery against its state, which it changes. */
const foundIn = ({ driverId, state }: Watched, says: Says): Finding[] => {
  const found: Finding[] = [];
  const note = (kind: Finding['kind']): void => {
    const of = { device_id: state.device_id, driver_id: driverId, kind, since: says.at };
    found.push({ ...NOTHING, ...of, last_report_at: says.at, battery_percent: says.battery });
  };
  const isCut = says.hasPower === false || says.alarms.includes('powerCut');
  if (isCut && says.isMoving && !state.is_power_noted) note('power_cut');
  state.is_power_noted = isCut && (state.is_power_noted || says.isMoving);
  const hasAlarm = says.alarms.includes('lowBattery');
  const isLow = hasAlarm || (says.battery !== null && says.battery <= LOW_BATTERY);
  const noted = state.battery_noted_at;
  // An alarm of the next day counts anew, since some devices never say how full the battery is.
  if (isLow && (noted === null || (hasAlarm && says.at.getTime() - noted.getTime() >= DAY_MS))) {
    note('low_battery');
    state.battery_noted_at = says.at;
  }
  if (!hasAlarm && says.battery !== null && says.battery >= GOOD_BATTERY) state.battery_noted_at = null;
  return found;
};

const foundInReport = (car: Watched, report: StoredReport): Finding[] => {
  const { fixAt: at, alarms, hasPower, batteryPercent: battery, speedKmh } = report;
  return foundIn(car, { at, isMoving: isMoving(speedKmh), alarms, hasPower, battery });
};

type Word = { at: Date; alarms: readonly string[]; isCut: boolean; battery: number | null };

/** A word without a new fix only adds to what is known, since it may come in any order. */
const foundInWord = (car: Watched, { at, alarms, isCut, battery }: Word): Finding[] => {
  const { is_moving, is_power_noted, fix_at } = car.state;
  if (at < fix_at) return [];
  return foundIn(car, { at, isMoving: is_moving, alarms, hasPower: isCut || is_power_noted ? false : null, battery });
};

/** An alarm without its position; one that is older than the newest fix says nothing new. */
const foundInEvent = (car: Watched, { alarm, at }: DeviceEvent): Finding[] =>
  alarm === null ? [] : foundInWord(car, { at, alarms: [alarm], isCut: false, battery: null });

const foundInRetold = (car: Watched, { toldAt: at, hasPower, batteryPercent }: StoredReport): Finding[] => {
  const battery = batteryPercent !== null && batteryPercent <= LOW_BATTERY ? batteryPercent : null;
  return foundInWord(car, { at, alarms: [], isCut: hasPower === false, battery });
};

/** Takes the newest report into the state, and learns the interval of a moving car. */
const follow = (state: WatchState, { fixAt, speedKmh }: StoredReport): void => {
  const moves = isMoving(speedKmh);
  const seconds = (fixAt.getTime() - state.fix_at.getTime()) / 1_000;
  if (moves && state.is_moving && seconds > 0) {
    state.gaps = withGap(state.gaps, seconds);
    state.interval_seconds = learnedInterval(state.gaps);
  }
  state.fix_at = fixAt;
  state.is_moving = moves;
};

const newState = (device_id: string, fitted_at: Date): WatchState => ({
  ...{ device_id, fitted_at, fix_at: fitted_at, is_moving: false, gaps: [], interval_seconds: null },
  ...{ is_power_noted: false, battery_noted_at: null },
});

/** The cars of these devices now; one that was fitted anew begins with a new state. */
const watchedCars = async (tx: Tx, deviceIds: readonly string[]): Promise<ReadonlyMap<string, Watched>> => {
  const cars = await fittedCars(tx, { deviceIds });
  const states = await lockWatchStates(tx, deviceIds);
  return new Map(
    cars.map(({ device_id, driver_id, fitted_at }) => {
      const kept = states.get(device_id);
      const isOfFitting = kept?.fitted_at.getTime() === fitted_at.getTime();
      return [device_id, { driverId: driver_id, state: isOfFitting ? { ...kept } : newState(device_id, fitted_at) }];
    }),
  );
};

/** The last report of each device that came, also a late one: it lives. */
const backOf = (stored: readonly StoredReport[]) =>
  [...Map.groupBy(stored, ({ deviceId }) => deviceId)].map(([device_id, reports]) => ({
    device_id,
    at: reports.reduce((last, { receivedAt }) => (receivedAt > last ? receivedAt : last), new Date(0)),
  }));

type Told = { at: Date; report?: StoredReport; retold?: StoredReport; event?: DeviceEvent };

/** Of each device, what it told of its present fitting, by time. */
const toldBy = ({ stored, retold, events }: Omit<Batch, 'now'>, { driverId, state }: Watched): Told[] => {
  const isOfFitting = (one: { deviceId: string; driverId: string | null }): boolean =>
    one.deviceId === state.device_id && one.driverId === driverId;
  const reports = stored.filter((one) => one.isNewest && isOfFitting(one) && one.fixAt >= state.fitted_at);
  const happened = events.filter((one) => isOfFitting(one) && one.at >= state.fitted_at);
  const again = retold.filter((one) => isOfFitting(one) && one.toldAt >= state.fitted_at);
  const told: Told[] = [
    ...reports.map((report) => ({ at: report.fixAt, report })),
    ...happened.map((event) => ({ at: event.at, event })),
    ...again.map((one) => ({ at: one.toldAt, retold: one })),
  ];
  return told.sort((a, b) => a.at.getTime() - b.at.getTime());
};

/**
 * Holds a batch of reports against the rules of the watch, in the transaction that stores it. Gives
 * what it found.
 */
export const watchReports = async (tx: Tx, batch: Batch): Promise<readonly Finding[]> => {
  const { stored, retold, events, now } = batch;
  const reports = Map.groupBy(stored, ({ deviceId }) => deviceId);
  const again = Map.groupBy(retold, ({ deviceId }) => deviceId);
  const happened = Map.groupBy(events, ({ deviceId }) => deviceId);
  const ids = [...new Set([...reports.keys(), ...again.keys(), ...happened.keys()])].sort((a, b) =>
    Number(BigInt(a) - BigInt(b)),
  );
  const cars = await watchedCars(tx, ids);
  const fences = await fenceWatch(tx, [...cars.values()], now);
  const found: Finding[] = [];
  const changed: WatchState[] = [];
  for (const id of ids) {
    const car = cars.get(id);
    if (!car) continue;
    const own = { stored: reports.get(id) ?? [], retold: again.get(id) ?? [], events: happened.get(id) ?? [] };
    const told = toldBy(own, car);
    for (const { report, retold: word, event } of told) {
      if (report) {
        found.push(...foundInReport(car, report), ...fences.report(car, report));
        follow(car.state, report);
      }
      if (word) found.push(...foundInRetold(car, word));
      if (event) found.push(...foundInEvent(car, event), ...fences.event(car, event));
    }
    if (told.length > 0) changed.push(car.state);
  }
  await storeWatchStates(tx, changed);
  await fences.store(tx);
  await noteCameBack(tx, backOf([...stored, ...retold]));
  await insertFound(tx, found, now);
  return found;
};
