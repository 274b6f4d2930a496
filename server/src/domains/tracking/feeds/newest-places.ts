import { ALARM_SHOWS_MINUTES, shownAlarms } from '@banbo/contract';
import { isMoving } from '../positions/motion.ts';
import type { DeviceEvent } from './report.ts';
import type { KeptPlace, OwnReport } from './reports.repo.ts';

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
  };
};

/** The places after the reports and events, and the reports that were newer than all before. */
export const foldPlaces = (
  before: ReadonlyMap<string, KeptPlace>,
  reports: readonly OwnReport[],
  events: readonly DeviceEvent[],
  fittedAt: FittedAt,
): { places: KeptPlace[]; newest: ReadonlySet<OwnReport> } => {
  const places = new Map(before);
  const newest = new Set<OwnReport>();
  for (const report of reports) {
    const place = places.get(report.deviceId);
    if (place && place.fix_at > report.fixAt) {
      places.set(report.deviceId, { ...place, received_at: report.receivedAt });
      continue;
    }
    if (!place || place.fix_at < report.fixAt) newest.add(report);
    places.set(report.deviceId, movedTo(place, report, fittedAt(report.deviceId)));
  }
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
  const changed = [...places.values()].filter((place) => before.get(place.device_id) !== place);
  return { places: changed.sort((a, b) => byDevice({ deviceId: a.device_id }, { deviceId: b.device_id })), newest };
};
