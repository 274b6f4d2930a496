import { OsmandReport } from '@banbo/contract';
import { alarmsIn } from './alarm-names.ts';
import {
  accuracyOf,
  alarmEvents,
  type Bounds,
  batteryOf,
  bounded,
  callsForHelp,
  courseOf,
  type FeedItem,
  isoMoment,
  KMH_OF_KNOT,
  numberOf,
  recordOf,
  speedOf,
  spotOf,
  type Unread,
} from './read-report.ts';

/**
 * The fields of an address or a form, of repeated ones the first: an app puts its own behind those
 * of the address that staff entered, and some join them with a further `?`.
 */
export const fieldsOf = (text: string): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text.replace(/\?|&amp;/g, '&'))) fields[name] ??= value;
  return fields;
};

/** The fields of a body as texts, whether it is a form or JSON. */
const textsOf = (record: Record<string, unknown>): Record<string, string> => {
  const known = Object.keys(OsmandReport.shape).flatMap((name) => {
    const value = record[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(known);
};

/** The records of a body, none of broken JSON. */
const recordsOf = (body: string): Record<string, unknown>[] => {
  if (!/^\s*[{[]/.test(body)) return [fieldsOf(body.trim())];
  try {
    return [JSON.parse(body)].flat().map(recordOf);
  } catch {
    return [];
  }
};

/** Phones write what is near zero with an exponent or many digits, and Tema is on the meridian. */
const decimal = (value: unknown): number | null => {
  if (typeof value !== 'string') return numberOf(value);
  return /^[+-]?\d{1,12}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/i.test(value.trim()) ? Number(value) : null;
};

/** Degrees, also with a decimal comma. */
const degrees = (value: unknown): number | null => decimal(typeof value === 'string' ? value.replace(',', '.') : value);

const LARGEST_SECONDS = 2_147_483_647;

/** Seconds or milliseconds since 1970, or ISO text; null for text that is neither. */
const momentOf = (value: unknown): Date | null => {
  const text = String(value).trim();
  // In an address a plus is a space: `10:00:00+00:00`.
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return isoMoment(text.replace(/ (?=\d\d:?\d\d$)/, '+'));
  const given = Number(text);
  return new Date(given < LARGEST_SECONDS ? given * 1_000 : given);
};

const notNegative = (value: number | null): number | null => (value !== null && value < 0 ? null : value);

/** A report in the product's units, before its clock and its place are judged. */
type Told = {
  latitude: number | null;
  longitude: number | null;
  /** Null for a time that cannot be read. */
  at: Date | null;
  kmh: number | null;
  course: number | null;
  accuracyM: number | null;
  batteryPercent: number | null;
  isValid: boolean;
  alarms: readonly string[];
};

const isInvalid = (word: unknown): boolean => /^(0|false|no?|v|invalid)$/i.test(String(word ?? '').trim());

/** The words of a protocol's fields; speed is in knots. */
const ofFields = (fields: OsmandReport, now: Date): Told => {
  const pair = fields.location?.split(',') ?? [];
  const isPair = fields.lat === undefined && fields.lon === undefined && pair.length === 2;
  const [lat, lon] = isPair ? pair : [fields.lat, fields.lon];
  const knots = decimal(fields.speed);
  return {
    ...{ latitude: degrees(lat), longitude: degrees(lon) },
    at: fields.timestamp === undefined ? now : momentOf(fields.timestamp),
    kmh: knots === null ? null : knots * KMH_OF_KNOT,
    course: decimal(fields.bearing) ?? decimal(fields.heading),
    accuracyM: decimal(fields.accuracy),
    batteryPercent: decimal(fields.batt),
    isValid: !isInvalid(fields.valid),
    alarms: alarmsIn(fields.alarm),
  };
};

const KMH_OF_METRES_A_SECOND = 3.6;

/** A battery's level: a share up to 1, percent above. Its charger says nothing of a car's power. */
const levelOf = (battery: unknown): number | null => {
  const level = decimal(recordOf(battery).level);
  return level !== null && level <= 1 ? level * 100 : level;
};

/** A `location` of JSON, as phones give it: speed in metres a second; `beside` are other fields. */
const ofLocation = (location: Record<string, unknown>, beside: Told): Told => {
  const coords = recordOf(location.coords ?? location);
  const speed = decimal(recordOf(location.coords).speed);
  const alarm = recordOf(location.extras).alarm ?? location.alarm;
  return {
    ...{ latitude: degrees(coords.latitude), longitude: degrees(coords.longitude) },
    at: location.timestamp === undefined ? beside.at : momentOf(location.timestamp),
    kmh: speed === null ? null : speed * KMH_OF_METRES_A_SECOND,
    course: decimal(coords.heading),
    accuracyM: decimal(coords.accuracy),
    batteryPercent: levelOf(location.battery) ?? beside.batteryPercent,
    isValid: beside.isValid && location.mock !== true && !isInvalid(location.valid),
    alarms: [...new Set([...alarmsIn(alarm), ...beside.alarms])],
  };
};

/** Reads no report without a place or a time in it, unless it calls for help. */
const itemOf = (uniqueId: string, told: Told, bounds: Bounds): FeedItem | Unread => {
  const { latitude, longitude, at, alarms, isValid } = told;
  const receivedAt = bounds.now;
  if (uniqueId === '') return { uniqueId, lacks: 'no_name' };
  const hasPlace = latitude !== null && longitude !== null;
  if (!(hasPlace && at !== null) && !alarms.some(callsForHelp)) {
    return { uniqueId, lacks: hasPlace ? 'bad_time' : 'no_place' };
  }
  const point = spotOf(latitude, longitude);
  const fixAt = bounded(at, bounds);
  const accuracyM = accuracyOf(told.accuracyM);
  const report = point &&
    fixAt && {
      ...{ uniqueId, fixAt, toldAt: fixAt, receivedAt, ...point, accuracyM, alarms, isValid },
      speedKmh: speedOf(told.kmh),
      course: courseOf(notNegative(told.course)),
      hasIgnition: null,
      hasPower: alarms.includes('powerCut') ? false : null,
      batteryPercent: batteryOf(told.batteryPercent),
    };
  const events = alarmEvents(alarms, {
    at: fixAt,
    heard: receivedAt,
    receivedAt,
    point,
    accuracyM,
    isUnsure: !isValid,
  });
  return { feed: 'osmand', uniqueId, receivedAt, report, events, lacks: point ? 'bad_time' : 'no_place' };
};

export const UNREADABLE: Unread = { uniqueId: '', lacks: 'unreadable' };

/**
 * The reports of a call by the OsmAnd protocol, one at least, several where its JSON lists them.
 * The address's fields come before the body's, since the key was held against them.
 */
export const readOsmand = (query: OsmandReport, body: unknown, bounds: Bounds): (FeedItem | Unread)[] => {
  const records = typeof body === 'string' ? recordsOf(body) : [{}];
  const items = records.flatMap((record): (FeedItem | Unread)[] => {
    const { data: fields } = OsmandReport.safeParse({ ...textsOf(record), ...query });
    if (!fields) return [{ uniqueId: '', lacks: 'no_name' }];
    const uniqueId = (fields.id ?? fields.deviceid ?? fields.device_id ?? '').trim();
    const told = ofFields(fields, bounds.now);
    const { location } = record;
    const locations = typeof location === 'object' && location !== null ? [location].flat() : null;
    const all = locations?.map((one) => ofLocation(recordOf(one), told)) ?? [told];
    return all.map((one) => itemOf(uniqueId, one, bounds));
  });
  return items.length > 0 ? items : [UNREADABLE];
};
