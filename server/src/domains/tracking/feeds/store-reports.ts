import type { Db, Tx } from '#db/database.ts';
import { devicesNamed, driversAtTimes, type ErasedSpan, erasedSpansOf, type KnownDevice } from '#domains/devices';
import { type DayKeeper, lacksDay } from '../positions/days.repo.ts';
import { watchReports } from '../watch/watch-reports.ts';
import { type AlarmCalls, calledAlarms } from './called-alarms.ts';
import { byDevice, byText, foldPlaces } from './newest-places.ts';
import type { FeedItem } from './read-report.ts';
import type { DeviceEvent, StoredReport } from './report.ts';
import {
  fixKey,
  insertAlarms,
  insertReports,
  lockPlaces,
  markSure,
  noteUnknown,
  type OwnReport,
  storePlaces,
  type Unknown,
} from './reports.repo.ts';

/** `stored` now, `repeated` where it was known, `unknown` for a device that is not in stock. */
export type Outcome = 'stored' | 'repeated' | 'unknown' | 'ignored';

type Known = FeedItem & { device: KnownDevice };

/** The driver of each by the time that it tells of; the car of now serves later times. */
const withDrivers = async <T extends { device: KnownDevice; at: Date }>(
  tx: Tx,
  told: readonly T[],
): Promise<(T & { driverId: string | null })[]> => {
  const isOfNow = ({ device: { fitted_at }, at }: T): boolean => fitted_at !== null && fitted_at <= at;
  const earlier = told.filter((one) => !isOfNow(one));
  const asked = earlier.map(({ device, at }) => ({ deviceId: device.id, at }));
  const drivers = new Map((await driversAtTimes(tx, asked)).map((driver, place) => [earlier[place], driver]));
  return told.map((one) => ({ ...one, driverId: isOfNow(one) ? one.device.driver_id : (drivers.get(one) ?? null) }));
};

const unknownOf = (items: readonly FeedItem[]): Unknown[] => {
  const of = new Map<string, Unknown>();
  for (const { uniqueId, feed, receivedAt, report } of items) {
    const before = of.get(uniqueId);
    const { latitude, longitude } = report?.isValid ? report : { latitude: null, longitude: null };
    of.set(uniqueId, {
      ...{ uniqueId, feed, reports: (before?.reports ?? 0) + 1, at: receivedAt },
      latitude: latitude ?? before?.latitude ?? null,
      longitude: longitude ?? before?.longitude ?? null,
    });
  }
  return [...of.values()].sort((a, b) => byText(a.uniqueId, b.uniqueId));
};

/** An event, with the time of the fix that came with it. */
type Told = DeviceEvent & { device: KnownDevice; fixAt: Date | null };

/** Stores alarms, and gives the events without those alarms that were known. */
const storeAlarms = async (tx: Tx, told: readonly Told[]): Promise<DeviceEvent[]> => {
  const alarms = told.flatMap(({ deviceId, driverId, alarm, at, receivedAt, point, isUnsure }) => {
    const { latitude, longitude } = (isUnsure ? null : point) ?? { latitude: null, longitude: null };
    return alarm === null ? [] : [{ deviceId, driverId, kind: alarm, at, receivedAt, latitude, longitude }];
  });
  const isNew = await insertAlarms(
    tx,
    alarms.sort((a, b) => byDevice(a, b) || byText(a.kind, b.kind) || a.at.getTime() - b.at.getTime()),
  );
  return told.flatMap(({ device: _device, fixAt: _fixAt, ...event }) =>
    event.alarm === null || isNew({ ...event, kind: event.alarm }) ? [event] : [],
  );
};

type Own = OwnReport & { device: KnownDevice };

/** Reports without a new fix that tell something newer than it: of power, or that it lives. */
const retoldOf = (reports: readonly Own[], fresh: ReadonlySet<Own>, places: ReadonlyMap<string, Date>): Own[] =>
  reports.filter(
    (one) => !fresh.has(one) && one.toldAt > one.fixAt && places.get(one.deviceId)?.getTime() === one.fixAt.getTime(),
  );

/** Stores reports, of the same ones the first, with the newest places. */
const storeOwn = async (
  tx: Tx,
  sorted: readonly Own[],
  told: readonly DeviceEvent[],
  devices: ReadonlyMap<string, KnownDevice>,
) => {
  const before = await lockPlaces(tx, [...devices.keys()]);
  const folded = foldPlaces(before, sorted, told, (id) => devices.get(id)?.fitted_at ?? null);
  const { places, newest, unsure, agreed } = folded;
  const isNew = await insertReports(tx, sorted, unsure);
  await markSure(tx, agreed);
  await storePlaces(tx, places);
  const fresh = new Set(sorted.filter((report) => isNew(fixKey(report))));
  const fixes = new Map([...before.values(), ...places].map(({ device_id, fix_at }) => [device_id, fix_at]));
  const timed = [
    ...[...fresh].map((report) => ({ ...report, report, at: report.fixAt })),
    ...retoldOf(sorted, fresh, fixes).map((report) => ({ ...report, report, at: report.toldAt })),
  ];
  const own = (await withDrivers(tx, timed)).map(
    ({ device: _device, at: _at, report, ...one }): StoredReport & { isFresh: boolean; isUnsure: boolean } => ({
      ...one,
      ...{ isNewest: newest.has(report), isFresh: fresh.has(report), isUnsure: unsure.has(fixKey(report)) },
    }),
  );
  return {
    stored: own.filter(({ isFresh }) => isFresh),
    // Of an unsure fix only what it tells beside its place counts.
    retold: own.filter(({ isFresh, isUnsure }) => !isFresh || isUnsure),
    unsure,
  };
};

/** Items without what lies in a span whose person was erased. */
const withoutErased = (items: readonly Known[], spans: readonly ErasedSpan[]): Known[] => {
  if (spans.length === 0) return [...items];
  return items.map(({ report, events, device, ...item }) => {
    const isKept = (at: Date): boolean =>
      !spans.some(
        ({ device_id, from, until }) => device_id === device.id && at >= from && (until === null || at < until),
      );
    return {
      ...item,
      device,
      report: report && isKept(report.fixAt) ? report : null,
      events: events.filter((event) => isKept(event.at)),
    };
  });
};

/** Stores a batch in its transaction, and gives what became of each. */
const storeIn = async (
  tx: Tx,
  items: readonly FeedItem[],
  { now, call }: { now: Date; call: AlarmCalls['call'] },
): Promise<{ outcomes: Outcome[]; hasCalled: boolean }> => {
  const devices = await devicesNamed(tx, [...new Set(items.map(({ uniqueId }) => uniqueId))]);
  const all = items.flatMap((item): Known[] => {
    const device = devices.get(item.uniqueId);
    return device ? [{ ...item, device }] : [];
  });
  const known = withoutErased(all, await erasedSpansOf(tx, [...new Set(all.map(({ device }) => device.id))]));
  const own = known.flatMap(({ report, device }) => (report ? [{ ...report, deviceId: device.id, device }] : []));
  const sorted = own.sort((a, b) => byDevice(a, b) || a.fixAt.getTime() - b.fixAt.getTime());
  const events = known.flatMap(({ device, events: of, report }) =>
    of.map((event) => ({ ...event, device, deviceId: device.id, fixAt: report?.fixAt ?? null })),
  );
  const told = (await withDrivers(tx, events)).sort((a, b) => byDevice(a, b) || a.at.getTime() - b.at.getTime());
  const byId = new Map(known.map(({ device }) => [device.id, device]));
  const { stored, retold, unsure } = await storeOwn(tx, sorted, told, byId);
  const isUnsure = ({ deviceId, fixAt }: Told): boolean => fixAt !== null && unsure.has(fixKey({ deviceId, fixAt }));
  const happened = await storeAlarms(
    tx,
    told.map((event) => (isUnsure(event) ? { ...event, isUnsure: true } : event)),
  );
  await noteUnknown(tx, unknownOf(items.filter(({ uniqueId }) => !devices.has(uniqueId))));
  const found =
    stored.length + retold.length + happened.length > 0
      ? await watchReports(tx, { stored, retold, events: happened, now })
      : [];
  // Last, since its locks are held until the commit.
  const alarms = calledAlarms({ events: happened, found }, now);
  const hasCalled = alarms.length > 0 && (await call(tx, alarms, now));
  const storedKeys = new Set(stored.map(fixKey));
  const outcomes = items.map((item): Outcome => {
    const device = devices.get(item.uniqueId);
    if (!device) return 'unknown';
    if (!item.report) return item.events.length > 0 ? 'stored' : 'ignored';
    // The first of the same reports in a batch is the stored one.
    return storedKeys.delete(fixKey({ deviceId: device.id, fixAt: item.report.fixAt })) ? 'stored' : 'repeated';
  });
  return { outcomes, hasCalled };
};

const TRIES = 5;
/** Deadlocks, and records that went while the batch was stored. */
const AGAIN = ['40P01', '40001', '23503'];
const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
/** Errors of the data rather than of the database: the batch is halved until each stands alone. */
const isOfData = (error: unknown): boolean => /^2[23]/.test(codeOf(error)) || AGAIN.includes(codeOf(error));

/** True of an error that another try may not meet. */
export const isPassing = (error: unknown): boolean => AGAIN.includes(codeOf(error)) || lacksDay(error);

type Deps = { db: Db; days: DayKeeper; now: () => Date; alarms: AlarmCalls };

const storeTogether = async ({ db, days, now, alarms }: Deps, items: readonly FeedItem[]): Promise<Outcome[]> => {
  for (let left = TRIES; ; left -= 1) {
    try {
      await days.ensure(items.flatMap(({ report }) => (report ? [report.fixAt] : [])));
      const asked = { now: now(), call: alarms.call };
      const { outcomes, hasCalled } = await db.transaction().execute((tx) => storeIn(tx, items, asked));
      if (hasCalled) alarms.committed();
      return outcomes;
    } catch (error) {
      if (lacksDay(error)) days.forget();
      else if (!AGAIN.includes(codeOf(error))) throw error;
      if (left <= 1) throw error;
    }
  }
};

/**
 * Stores a batch, and gives what became of each: an outcome, or the error that it alone causes. One
 * that cannot be stored keeps no other out.
 * @throws the database's error where it is not of the data.
 */
export const storeBatch = async (deps: Deps, items: readonly FeedItem[]): Promise<(Outcome | Error)[]> => {
  try {
    return await storeTogether(deps, items);
  } catch (error) {
    if (!isOfData(error) || !(error instanceof Error)) throw error;
    if (items.length === 1) return [error];
    const half = items.length >> 1;
    const first = await storeBatch(deps, items.slice(0, half));
    return [...first, ...(await storeBatch(deps, items.slice(half)))];
  }
};
