import { ALARM_SHOWS_MINUTES, shownAlarms } from '@banbo/contract';
import { isMoving, isReachable } from '../positions/motion.ts';
import type { DeviceEvent } from './report.ts';
import { type FixKey, fixKey, type KeptPlace, type OwnReport } from './reports.repo.ts';

export const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);

export const byDevice = (a: { deviceId: string }, b: { deviceId: string }): number =>
  a.deviceId.length - b.deviceId.length || byText(a.deviceId, b.deviceId);

/** The new alarm shows, unless a worse one of the last hour does. */
const isShownOver = (place: KeptPlace, alarms: readonly string[], at: Date): boolean => {
  if (shownAlarms(alarms.join(',')).length === 0) return false;
  if (place.alarm_at === null || place.alarm === null) return true;
  const apart = at.getTime() - place.alarm_at.getTime();
  if (apart >= ALARM_SHOWS_MINUTES * 60_000) return true;
  const worst = shownAlarms([place.alarm, ...alarms].join(','))[0] ?? '';
  return alarms.includes(worst) && apart >= 0;
};

/** Since when each device is in its present car. */
type FittedAt = (deviceId: string) => Date | null;

/** The state that the present fitting goes on from: of a former car's place only a later alarm. */
const ofFitting = (place: KeptPlace | undefined, { fixAt }: OwnReport, fitted: Date | null) => {
  if (!place || !fitted || fixAt < fitted) return { before: place, alarm: place };
  const isOf = (at: Date | null): boolean => at !== null && at >= fitted;
  return { before: isOf(place.fix_at) ? place : undefined, alarm: isOf(place.alarm_at) ? place : undefined };
};

const NONE_WAITS = { unsure_at: null, unsure_latitude: null, unsure_longitude: null };

/** A device's place after a report that is no older than it. A fitting begins fresh. */
const movedTo = (place: KeptPlace | undefined, report: OwnReport, fitted: Date | null): KeptPlace => {
  const { before, alarm } = ofFitting(place, report, fitted);
  const moves = isMoving(report.speedKmh);
  const stillSince = before && !before.is_moving ? before.still_since : null;
  return {
    device_id: report.deviceId,
    fix_at: report.fixAt,
    received_at: report.receivedAt,
    latitude: report.latitude,
    longitude: report.longitude,
    speed_kmh: report.speedKmh,
    course: report.course ?? (moves ? null : (before?.course ?? null)),
    accuracy_m: report.accuracyM,
    is_moving: moves,
    still_since: moves ? null : (stillSince ?? report.fixAt),
    has_ignition: report.hasIgnition ?? before?.has_ignition ?? null,
    has_power: report.hasPower ?? before?.has_power ?? null,
    battery_percent: report.batteryPercent ?? before?.battery_percent ?? null,
    alarm: alarm?.alarm ?? null,
    alarm_at: alarm?.alarm_at ?? null,
    ...NONE_WAITS,
  };
};

/** The place of a device whose fix is unsure: all that it tells beside the fix is of now. */
const stayedAt = (place: KeptPlace, report: OwnReport): KeptPlace => ({
  ...place,
  received_at: report.receivedAt,
  has_ignition: report.hasIgnition ?? place.has_ignition,
  has_power: report.hasPower ?? place.has_power,
  battery_percent: report.batteryPercent ?? place.battery_percent,
  // One that says itself that it is not valid proves nothing to the next one.
  ...(report.isValid && {
    unsure_at: report.fixAt,
    unsure_latitude: report.latitude,
    unsure_longitude: report.longitude,
  }),
});

const fixOf = ({ fixAt: at, latitude, longitude, accuracyM }: OwnReport) => ({ at, latitude, longitude, accuracyM });

const sureFix = ({ fix_at: at, latitude, longitude, accuracy_m: accuracyM }: KeptPlace) => ({
  ...{ at, latitude, longitude, accuracyM },
});

/** The earlier fix that waits for a second one, if this report agrees with it; else null. */
const agreesWith = (place: KeptPlace, report: OwnReport): Date | null => {
  const { unsure_at: at, unsure_latitude: latitude, unsure_longitude: longitude } = place;
  if (at === null || latitude === null || longitude === null || at >= report.fixAt) return null;
  return isReachable({ at, latitude, longitude, accuracyM: null }, fixOf(report)) ? at : null;
};

/** Newest places after a batch, and what became of its reports. */
type Folded = {
  places: KeptPlace[];
  /** Reports that were newer than all before, and sure. */
  newest: ReadonlySet<OwnReport>;
  /** By `fixKey`, reports that say that they are not valid, or that no car can have come to. */
  unsure: ReadonlySet<string>;
  /** Fixes that were unsure until a second one agreed. */
  agreed: readonly FixKey[];
};

type Places = Map<string, KeptPlace>;

/** Takes reports in, which come by device and time (tracking, rule 53). */
const foldReports = (places: Places, reports: readonly OwnReport[], fittedAt: FittedAt): Omit<Folded, 'places'> => {
  const newest = new Set<OwnReport>();
  const unsure = new Set<string>();
  const agreed: FixKey[] = [];
  for (const report of reports) {
    const { deviceId, fixAt, receivedAt, isValid } = report;
    const place = places.get(deviceId);
    const isSure = isValid && (!place || isReachable(sureFix(place), fixOf(report)));
    const first = place && isValid && !isSure ? agreesWith(place, report) : null;
    if (first) {
      agreed.push({ deviceId, fixAt: first });
      unsure.delete(fixKey({ deviceId, fixAt: first }));
    }
    const isHeldApart = !isSure && !first;
    if (isHeldApart) unsure.add(fixKey(report));
    if (place && place.fix_at > fixAt) places.set(deviceId, { ...place, received_at: receivedAt });
    else if (!isHeldApart) {
      if (!place || place.fix_at < fixAt) newest.add(report);
      places.set(deviceId, movedTo(place, report, fittedAt(deviceId)));
    } else if (place) places.set(deviceId, stayedAt(place, report));
  }
  return { newest, unsure, agreed };
};

const foldAlarms = (places: Places, events: readonly DeviceEvent[], fittedAt: FittedAt): void => {
  for (const { deviceId, alarm, at } of events) {
    const place = places.get(deviceId);
    if (!place || alarm === null) continue;
    const fitted = fittedAt(deviceId);
    // An alarm in one car neither shows on the next one nor hides what happens there.
    if (fitted && at < fitted && place.fix_at >= fitted) continue;
    const isOfFormer = fitted !== null && at >= fitted && place.alarm_at !== null && place.alarm_at < fitted;
    if (!isShownOver(isOfFormer ? { ...place, alarm_at: null } : place, [alarm], at)) continue;
    const beside = place.alarm_at?.getTime() === at.getTime() ? (place.alarm ?? '').split(',') : [];
    const names = [...new Set([...beside, alarm])].filter((name) => name !== '');
    places.set(deviceId, { ...place, alarm: names.join(','), alarm_at: at });
  }
};

/** The places after a batch of reports and events. */
export const foldPlaces = (
  before: ReadonlyMap<string, KeptPlace>,
  reports: readonly OwnReport[],
  events: readonly DeviceEvent[],
  fittedAt: FittedAt,
): Folded => {
  const places = new Map(before);
  const folded = foldReports(places, reports, fittedAt);
  foldAlarms(places, events, fittedAt);
  const changed = [...places.values()].filter((place) => before.get(place.device_id) !== place);
  return { places: changed.sort((a, b) => byDevice({ deviceId: a.device_id }, { deviceId: b.device_id })), ...folded };
};
