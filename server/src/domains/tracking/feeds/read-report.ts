import { type Feed, gradeOfAlarm, type RejectCause, type TraccarEvent, type TraccarReport } from '@banbo/contract';
import { MOST_KMH } from '../positions/motion.ts';
import { alarmsIn } from './alarm-names.ts';
import type { DeviceEvent, Report } from './report.ts';

/** An event of a feed, before its device is looked up. */
export type ReadEvent = Omit<DeviceEvent, 'deviceId' | 'driverId'>;

/** As much of a call as can be used: the position, what happened, or both. */
export type FeedItem = {
  feed: Feed;
  uniqueId: string;
  receivedAt: Date;
  /** Null where the place or its time says nothing. */
  report: Report | null;
  events: readonly ReadEvent[];
  /** Why it says nothing, where it has neither report nor event. */
  lacks: RejectCause;
};

/** A call, or a part of one, that is no report. */
export type Unread = Pick<FeedItem, 'uniqueId' | 'lacks'>;

/** The server's time, and the oldest fix that is still kept. */
export type Bounds = { now: Date; keptSince: Date };

const DAY_MS = 86_400_000;
export const KMH_OF_KNOT = 1.852;

/** The oldest moment whose places are kept: the start of a day. */
export const keptSince = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** A moment of ISO text; without a zone it is UTC. Null for any other text. */
export const isoMoment = (text: string): Date | null => {
  const zone = ISO.exec(text);
  if (!zone) return null;
  const at = new Date(`${text.replace(' ', 'T')}${zone[1] === undefined ? 'Z' : ''}`);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** A prime, so that moments a second or half of one apart fall on different thousandths. */
const APART_MS = 997;

/**
 * A moment within bounds. One up to a day ahead of when it was heard is moved into the second
 * before that, by a fixed rule, so that a repeat gets the same moment and two fixes stay two. Null
 * for one further ahead, or before what is kept.
 */
export const bounded = (at: Date | null, { now, keptSince: since }: Bounds, heard = now): Date | null => {
  if (at === null || at < since || at.getTime() > now.getTime() + DAY_MS) return null;
  if (at <= heard) return at;
  return new Date((Math.floor(heard.getTime() / 1_000) - 1) * 1_000 + (at.getTime() % APART_MS));
};

/** When Traccar heard of a position, which is the same whenever it sends it. */
const heardOf = ({ serverTime }: TraccarReport['position'], { now, keptSince: since }: Bounds): Date => {
  const heard = typeof serverTime === 'string' ? isoMoment(serverTime) : null;
  return heard && heard > since && heard <= now ? heard : now;
};

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Nothing is at 0,0 but receivers without a fix. */
export const spotOf = (latitude: number | null, longitude: number | null) => {
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return Math.abs(latitude) < 1e-4 && Math.abs(longitude) < 1e-4 ? null : { latitude, longitude };
};

export const speedOf = (kmh: number | null): number =>
  kmh !== null && kmh >= 0 && kmh <= MOST_KMH ? Math.round(kmh * 100) / 100 : 0;
export const courseOf = (degrees: number | null): number | null =>
  degrees === null || Math.abs(degrees) > 3_600 ? null : ((Math.round(degrees) % 360) + 360) % 360;
/** Feeds say 0 where they do not know. */
export const accuracyOf = (metres: number | null): number | null =>
  metres !== null && metres > 0 && metres < 1e6 ? metres : null;
export const batteryOf = (percent: number | null): number | null =>
  percent !== null && percent >= 0 && percent <= 100 ? Math.round(percent) : null;

/** A vehicle's battery never falls below this many volts while it is connected. */
const LEAST_VOLTS = 5;

const powerOf = (attributes: Record<string, unknown>, alarms: readonly string[]): boolean | null => {
  if (alarms.includes('powerCut')) return false;
  if (alarms.includes('powerRestored')) return true;
  if (typeof attributes.charge === 'boolean') return attributes.charge;
  const volts = numberOf(attributes.power);
  return volts === null ? null : volts >= LEAST_VOLTS;
};

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** True of an alarm by which somebody calls for help. */
export const callsForHelp = (alarm: string | null): boolean => alarm !== null && gradeOfAlarm(alarm) !== null;

type Alarms = Pick<ReadEvent, 'receivedAt' | 'point' | 'accuracyM' | 'isUnsure'> & { at: Date | null; heard: Date };

/** Alarms with their times. By a clock that cannot be true, a call for help is of when it came. */
export const alarmEvents = (alarms: readonly string[], { at, heard, ...told }: Alarms): ReadEvent[] =>
  alarms
    .filter((alarm) => at !== null || callsForHelp(alarm))
    .map((alarm) => ({ type: 'alarm', at: at ?? heard, alarm, geofence: null, ...told }));

/** A position of Traccar in the product's units; its alarms have the device's time. */
export const readTraccar = ({ position, device }: TraccarReport, bounds: Bounds): FeedItem => {
  const attributes = recordOf(position.attributes);
  const alarms = alarmsIn(attributes.alarm);
  const point = spotOf(position.latitude ?? null, position.longitude ?? null);
  const heard = heardOf(position, bounds);
  const fixAt = bounded(isoMoment(position.fixTime ?? ''), bounds, heard);
  const receivedAt = bounds.now;
  const uniqueId = device.uniqueId.trim();
  // Without a fix the place is an old one, and what it tells beside is of now.
  const { deviceTime, valid } = position;
  const isValid = valid !== false;
  const accuracyM = accuracyOf(numberOf(position.accuracy));
  const toldAt = bounded(typeof deviceTime === 'string' ? isoMoment(deviceTime) : null, bounds, heard) ?? fixAt;
  const report = point &&
    fixAt && {
      ...{ uniqueId, fixAt, toldAt: toldAt ?? fixAt, receivedAt, ...point, accuracyM, alarms, isValid },
      speedKmh: speedOf((numberOf(position.speed) ?? 0) * KMH_OF_KNOT),
      course: courseOf(numberOf(position.course)),
      hasIgnition: typeof attributes.ignition === 'boolean' ? attributes.ignition : null,
      hasPower: powerOf(attributes, alarms),
      batteryPercent: batteryOf(numberOf(attributes.batteryLevel)),
    };
  const events = alarmEvents(alarms, { at: toldAt, heard, receivedAt, point, accuracyM, isUnsure: !isValid });
  return { feed: 'traccar', uniqueId, receivedAt, report, events, lacks: point ? 'bad_time' : 'no_place' };
};

/** An event of Traccar, with its position where `position` could be read. */
export const readTraccarEvent = (
  { event, device, geofence }: TraccarEvent,
  position: TraccarReport['position'] | null,
  bounds: Bounds,
): FeedItem => {
  const item = position && readTraccar({ position, device }, bounds);
  const heard = position ? heardOf(position, bounds) : bounds.now;
  const at = bounded(isoMoment(event.eventTime ?? ''), bounds, heard);
  const lacks = at === null ? 'bad_time' : 'unreadable';
  const base = { feed: 'traccar', uniqueId: device.uniqueId.trim(), receivedAt: bounds.now, lacks } as const;
  const report = item?.report ?? null;
  const where = {
    point: position && spotOf(position.latitude ?? null, position.longitude ?? null),
    accuracyM: accuracyOf(numberOf(position?.accuracy)),
    isUnsure: position?.valid === false,
  };
  const { type } = event;
  const alarms = type === 'alarm' ? alarmsIn(recordOf(event.attributes).alarm) : [];
  if (at === null) {
    const called = alarmEvents(alarms, { at, heard, receivedAt: bounds.now, ...where });
    return { ...base, report, events: [...(item?.events ?? []), ...called] };
  }
  const { name } = recordOf(geofence);
  const told = {
    type,
    at,
    receivedAt: bounds.now,
    geofence: typeof name === 'string' ? name.replaceAll('\u0000', '').slice(0, 200) : null,
    ...where,
  };
  const events = type === 'alarm' ? alarms.map((alarm) => ({ ...told, alarm })) : [{ ...told, alarm: null }];
  // The position's own alarms come by the feed of positions too, with the same time.
  return { ...base, report, events: [...(item?.events ?? []), ...events] };
};
