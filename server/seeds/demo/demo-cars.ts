import type { Fix } from '../traffic/car.ts';
import { shiftCar } from '../traffic/shift-car.ts';
import { type TraccarPositionBody, traccarPosition } from '../traffic/traccar.ts';
import { DEMO_FITTED, demoImei } from './trackers.ts';

/** Cars of the demo with something the matter, by the serials of their trackers. */
export const DEMO_SILENT = 5;
export const DEMO_SOS = 6;
export const DEMO_STOLEN = 7;

/** Trackers of the demo that report and are in no list. */
const UNKNOWN = [990, 991, 992];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Milliseconds between two looks at a car; its steps are as long. */
export const LOOK_MS = 5 * SECOND;
/** Milliseconds after which a car reports that stands. */
const STANDING_MS = 5 * MINUTE;
/** Milliseconds after which the alarm comes again, so that it still shows. */
const SOS_AGAIN_MS = 20 * MINUTE;
/** For how long the silent tracker has said nothing. */
const SILENCE_MS = 7 * 60 * MINUTE;

/** A moment that a car's steps come to. */
export const onLook = (at: number): number => Math.floor(at / LOOK_MS) * LOOK_MS;

/** The last report of the silent tracker, in a demo that begins at this moment. */
export const silentSince = (start: number): number => onLook(start - SILENCE_MS);

type Report = { serial: number; at: number; fix: Fix };

/** A car that is looked at again and again, and reports where it drives, or has stood for long. */
const reportingCar = (serial: number, from: number, everyMs: number): ((at: number) => Report | null) => {
  const car = shiftCar(serial, new Date(from));
  let reportedAt = 0;
  let drove = false;
  return (at) => {
    const fix = car(new Date(at));
    const isNews = fix.hasIgnition !== drove;
    drove = fix.hasIgnition;
    const waits = fix.speedKmh > 0 ? everyMs : STANDING_MS;
    if (!isNews && at - reportedAt < waits) return null;
    reportedAt = at;
    return { serial, at, fix };
  };
};

type Span = { from: number; until: number; everyMs: number };

/** The reports of one tracker of the demo in a span of milliseconds, in order. */
export const demoReports = (serial: number, { from, until, everyMs }: Span): Report[] => {
  const look = reportingCar(serial, from, everyMs);
  const reports: Report[] = [];
  for (let at = onLook(from); at < until; at += everyMs) {
    const report = look(at);
    if (report) reports.push(report);
  }
  return reports;
};

const bodyOf = ({ serial, at, fix }: Report, alarm?: string): TraccarPositionBody =>
  traccarPosition({
    tracker: { id: serial + 1, imei: demoImei(serial) },
    id: 0,
    fix,
    fixAt: new Date(at),
    serverAt: new Date(at),
    ...(alarm !== undefined && { alarm }),
  });

/** The cars of a running demo, as bodies of Traccar's feed for each moment that is asked for. */
export const demoTraffic = (start: number): ((at: number) => TraccarPositionBody[]) => {
  const serials = [...Array(DEMO_FITTED).keys(), ...UNKNOWN].filter((serial) => serial !== DEMO_SILENT);
  const cars = serials.map((serial) => reportingCar(serial, start, 2 * LOOK_MS));
  let alarmedAt = 0;
  return (at) => {
    const reports = cars.flatMap((look) => look(at) ?? []);
    const isDue = at - alarmedAt >= SOS_AGAIN_MS && reports.some(({ serial }) => serial === DEMO_SOS);
    if (isDue) alarmedAt = at;
    return reports.map((report) => bodyOf(report, isDue && report.serial === DEMO_SOS ? 'sos' : undefined));
  };
};
