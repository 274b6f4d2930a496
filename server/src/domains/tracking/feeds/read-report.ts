import { type Feed, gradeOfAlarm, type OsmandReport, type TraccarEvent, type TraccarReport } from '@banbo/contract';
import { MOST_KMH } from '../positions/motion.ts';
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
};

/** The server's time, and the oldest fix that is still kept. */
export type Bounds = { now: Date; keptSince: Date };

const DAY_MS = 86_400_000;
const KMH_OF_KNOT = 1.852;
const MOST_ALARMS = 10;

/** The oldest moment whose places are kept: the start of a day. */
export const keptSince = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** A moment of ISO text; without a zone it is UTC. Null for any other text. */
const isoMoment = (text: string): Date | null => {
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
const bounded = (at: Date | null, { now, keptSince: since }: Bounds, heard = now): Date | null => {
  if (at === null || at < since || at.getTime() > now.getTime() + DAY_MS) return null;
  if (at <= heard) return at;
  return new Date((Math.floor(heard.getTime() / 1_000) - 1) * 1_000 + (at.getTime() % APART_MS));
};

/** When Traccar heard of a position, which is the same whenever it sends it. */
const heardOf = ({ serverTime }: TraccarReport['position'], { now, keptSince: since }: Bounds): Date => {
  const heard = typeof serverTime === 'string' ? isoMoment(serverTime) : null;
  return heard && heard > since && heard <= now ? heard : now;
};

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Nothing is at 0,0 but receivers without a fix. */
const spotOf = (latitude: number | null, longitude: number | null) => {
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return Math.abs(latitude) < 1e-4 && Math.abs(longitude) < 1e-4 ? null : { latitude, longitude };
};

const speedOf = (knots: number | null): number => {
  const kmh = (knots ?? 0) * KMH_OF_KNOT;
  return kmh >= 0 && kmh <= MOST_KMH ? Math.round(kmh * 100) / 100 : 0;
};
const courseOf = (degrees: number | null): number | null =>
  degrees === null || Math.abs(degrees) > 3_600 ? null : ((Math.round(degrees) % 360) + 360) % 360;
/** Feeds say 0 where they do not know. */
const accuracyOf = (metres: number | null): number | null =>
  metres !== null && metres > 0 && metres < 1e6 ? metres : null;
const batteryOf = (percent: number | null): number | null =>
  percent !== null && percent >= 0 && percent <= 100 ? Math.round(percent) : null;

/** The names in a comma list of alarms. */
const alarmsOf = (value: unknown): string[] => {
  if (typeof value !== 'string') return [];
  const names = value
    .slice(0, 500)
    .split(',')
    .map((name) => name.trim());
  return [...new Set(names.filter((name) => /^[A-Za-z][\w-]{0,39}$/.test(name)))].slice(0, MOST_ALARMS);
};

/** A vehicle's battery never falls below this many volts while it is connected. */
const LEAST_VOLTS = 5;

const powerOf = (attributes: Record<string, unknown>, alarms: readonly string[]): boolean | null => {
  if (alarms.includes('powerCut')) return false;
  if (alarms.includes('powerRestored')) return true;
  if (typeof attributes.charge === 'boolean') return attributes.charge;
  const volts = numberOf(attributes.power);
  return volts === null ? null : volts >= LEAST_VOLTS;
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** True of an alarm by which somebody calls for help. */
export const callsForHelp = (alarm: string | null): boolean => alarm !== null && gradeOfAlarm(alarm) !== null;

type Alarms = Pick<ReadEvent, 'receivedAt' | 'point' | 'isUnsure'> & { at: Date | null; heard: Date };

/** Alarms with their times. By a clock that cannot be true, a call for help is of when it came. */
const alarmEvents = (alarms: readonly string[], { at, heard, ...told }: Alarms): ReadEvent[] =>
  alarms
    .filter((alarm) => at !== null || callsForHelp(alarm))
    .map((alarm) => ({ type: 'alarm', at: at ?? heard, alarm, geofence: null, ...told }));

/** A position of Traccar in the product's units; its alarms have the device's time. */
export const readTraccar = ({ position, device }: TraccarReport, bounds: Bounds): FeedItem => {
  const attributes = recordOf(position.attributes);
  const alarms = alarmsOf(attributes.alarm);
  const point = spotOf(position.latitude, position.longitude);
  const heard = heardOf(position, bounds);
  const fixAt = bounded(isoMoment(position.fixTime), bounds, heard);
  const receivedAt = bounds.now;
  const uniqueId = device.uniqueId.trim();
  // Without a fix the place is an old one, and what it tells beside is of now.
  const { deviceTime, valid } = position;
  const isValid = valid !== false;
  const toldAt = bounded(typeof deviceTime === 'string' ? isoMoment(deviceTime) : null, bounds, heard) ?? fixAt;
  const report = point &&
    fixAt && {
      ...{ uniqueId, fixAt, toldAt: toldAt ?? fixAt, receivedAt, ...point, alarms, isValid },
      speedKmh: speedOf(numberOf(position.speed)),
      course: courseOf(numberOf(position.course)),
      accuracyM: accuracyOf(numberOf(position.accuracy)),
      hasIgnition: typeof attributes.ignition === 'boolean' ? attributes.ignition : null,
      hasPower: powerOf(attributes, alarms),
      batteryPercent: batteryOf(numberOf(attributes.batteryLevel)),
    };
  const events = alarmEvents(alarms, { at: toldAt, heard, receivedAt, point, isUnsure: !isValid });
  return { feed: 'traccar', uniqueId, receivedAt, report, events };
};

/** An event of Traccar, with its position where `position` could be read. */
export const readTraccarEvent = (
  { event, device, geofence }: TraccarEvent,
  position: TraccarReport['position'] | null,
  bounds: Bounds,
): FeedItem => {
  const item = position && readTraccar({ position, device }, bounds);
  const heard = position ? heardOf(position, bounds) : bounds.now;
  const at = bounded(isoMoment(event.eventTime), bounds, heard);
  const base = { feed: 'traccar', uniqueId: device.uniqueId.trim(), receivedAt: bounds.now } as const;
  const report = item?.report ?? null;
  const point = position && spotOf(position.latitude, position.longitude);
  const isUnsure = position?.valid === false;
  const { type } = event;
  const alarms = type === 'alarm' ? alarmsOf(recordOf(event.attributes).alarm) : [];
  if (at === null) {
    const called = alarmEvents(alarms, { at, heard, receivedAt: bounds.now, point, isUnsure });
    return { ...base, report, events: [...(item?.events ?? []), ...called] };
  }
  const { name } = recordOf(geofence);
  const told = {
    type,
    at,
    receivedAt: bounds.now,
    geofence: typeof name === 'string' ? name.replaceAll('\u0000', '').slice(0, 200) : null,
    ...{ point, isUnsure },
  };
  const events = type === 'alarm' ? alarms.map((alarm) => ({ ...told, alarm })) : [{ ...told, alarm: null }];
  // The position's own alarms come by the feed of positions too, with the same time.
  return { ...base, report, events: [...(item?.events ?? []), ...events] };
};

/** Phones write what is near zero with an exponent or many digits, and Tema is on the meridian. */
const decimal = (text: string | undefined): number | null =>
  text !== undefined && /^[+-]?\d{1,12}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/i.test(text.trim()) ? Number(text) : null;

const LARGEST_SECONDS = 2_147_483_647;

/** Seconds or milliseconds since 1970, or ISO text; undefined for text that is neither. */
const osmandMoment = (text: string): Date | null => {
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return isoMoment(text);
  const given = Number(text);
  return new Date(given < LARGEST_SECONDS ? given * 1_000 : given);
};

/** A report by the OsmAnd protocol; null for one that cannot be read. */
export const readOsmand = (query: OsmandReport, bounds: Bounds): FeedItem | null => {
  const uniqueId = (query.id ?? query.deviceid ?? '').trim();
  const [latitude, longitude] = [decimal(query.lat), decimal(query.lon)];
  const given = query.timestamp === undefined ? bounds.now : osmandMoment(query.timestamp.trim());
  if (uniqueId === '' || latitude === null || longitude === null || given === null) return null;
  const receivedAt = bounds.now;
  const point = spotOf(latitude, longitude);
  const fixAt = bounded(given, bounds);
  const alarms = alarmsOf(query.alarm);
  const isValid = !/^(0|false)$/i.test(query.valid ?? '');
  const report = point &&
    fixAt && {
      ...{ uniqueId, fixAt, toldAt: fixAt, receivedAt, ...point, alarms, isValid },
      speedKmh: speedOf(decimal(query.speed)),
      course: courseOf(decimal(query.bearing) ?? decimal(query.heading)),
      accuracyM: accuracyOf(decimal(query.accuracy)),
      hasIgnition: null,
      hasPower: alarms.includes('powerCut') ? false : null,
      batteryPercent: batteryOf(decimal(query.batt)),
    };
  const events = alarmEvents(alarms, { at: fixAt, heard: receivedAt, receivedAt, point, isUnsure: !isValid });
  return { feed: 'osmand', uniqueId, receivedAt, report, events };
};
