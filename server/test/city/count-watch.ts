import { type Came, momentOf } from './count-city.ts';

// Counts by the rules of `docs/product/tracking.md`, and by nothing of the product's code.

/** An entry of the watch; moments in milliseconds. */
export type Entry = {
  imei: string;
  kind: 'silent' | 'power_cut' | 'low_battery';
  since: number;
  lastSince: number;
  times: number;
};

type Tracker = {
  /** When its last report came, and the moment of its newest fix. */
  heardAt: number | null;
  newest: number;
  drives: boolean;
  gaps: number[];
  isCutNoted: boolean;
  isLowNoted: boolean;
  entries: Map<Entry['kind'], Entry>;
};

const MINUTE = 60_000;
const DRIVES_KMH = 5;
/** Minutes of silence that worry where the tracker and the company say nothing else. */
const SILENT_MINUTES = 360;

const medianOf = (gaps: readonly number[]): number => gaps.toSorted((a, b) => a - b)[(gaps.length - 1) >> 1] ?? 0;

/** Minutes after which the tracker is missed: three of its usual gaps, but at least five. */
const patienceOf = ({ drives, gaps }: Tracker): number => {
  if (!drives || gaps.length < 5) return SILENT_MINUTES;
  return Math.min(SILENT_MINUTES, Math.max(5, Math.ceil((3 * medianOf(gaps)) / 60)));
};

const note = (imei: string, { entries }: Tracker, kind: Entry['kind'], since: number): void => {
  const open = entries.get(kind);
  if (!open) entries.set(kind, { imei, kind, since, lastSince: since, times: 1 });
  else if (open.lastSince < since) Object.assign(open, { lastSince: since, times: open.times + 1 });
};

const hear = (tracker: Tracker, { imei, body: { position }, serverAt }: Came, seen: Set<string>): void => {
  const at = momentOf(position, serverAt);
  if (at === null) return;
  const isRepeated = seen.has(`${imei} ${at}`);
  seen.add(`${imei} ${at}`);
  tracker.heardAt = serverAt;
  if (isRepeated || at <= tracker.newest) return;
  const drives = Math.round(position.speed * 185.2) / 100 >= DRIVES_KMH;
  const isCut = !position.attributes.charge;
  if (isCut && drives && !tracker.isCutNoted) note(imei, tracker, 'power_cut', at);
  tracker.isCutNoted = isCut && (tracker.isCutNoted || drives);
  const { batteryLevel } = position.attributes;
  if (batteryLevel <= 20 && !tracker.isLowNoted) note(imei, tracker, 'low_battery', at);
  tracker.isLowNoted = batteryLevel < 30 && (tracker.isLowNoted || batteryLevel <= 20);
  if (drives && tracker.drives) {
    tracker.gaps = [...tracker.gaps, Math.max(1, Math.round((at - tracker.newest) / 1_000))].slice(-31);
  }
  tracker.newest = at;
  tracker.drives = drives;
};

type City = {
  imeis: readonly string[];
  /** When the trackers were fitted. */
  since: number;
  came: readonly Came[];
  /** When somebody looked for silent trackers, each after the reports up to then. */
  looks: readonly number[];
};

/** All entries that a city's reports make, with nobody who closes any. */
export const entriesOf = ({ imeis, since, came, looks }: City): Entry[] => {
  const trackers = new Map<string, Tracker>();
  for (const imei of imeis) {
    const fresh = { heardAt: null, newest: since, drives: false, gaps: [], isCutNoted: false, isLowNoted: false };
    trackers.set(imei, { ...fresh, entries: new Map() });
  }
  const seen = new Set<string>();
  const reports = came[Symbol.iterator]();
  let next = reports.next();
  for (const look of looks) {
    for (; !next.done && next.value.serverAt <= look; next = reports.next()) {
      const tracker = trackers.get(next.value.imei);
      if (tracker) hear(tracker, next.value, seen);
    }
    for (const [imei, tracker] of trackers) {
      const heard = tracker.heardAt ?? since;
      const isNoted = (tracker.entries.get('silent')?.lastSince ?? 0) >= heard;
      if (!isNoted && heard + patienceOf(tracker) * MINUTE < look) note(imei, tracker, 'silent', heard);
    }
  }
  return [...trackers.values()].flatMap(({ entries }) => [...entries.values()]);
};
