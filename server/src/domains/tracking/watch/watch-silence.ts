import { silenceLimit } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { fittedDevices } from '#domains/devices';
import { readSite } from '#domains/site';
import { type Finding, insertFound, lastReportBy, nextFittedCars, notYetListed, type SilentCar } from './watch.repo.ts';

const MINUTE = 60_000;
const CHUNK = 1_000;
/** After its start a server waits, since reports may have come to none meanwhile. */
const FIRST_MS = 60_000;
/** Reports that begin to flow again are waited for so long: each tracker has its turn. */
const FLOWING_MS = 60_000;
/** Without any report for so long the feeds have stopped. Shorter than any tracker's limit. */
const STOPPED_MS = 120_000;
/** Of fewer cars all may be silent by chance. */
const FEW_CARS = 20;

/** False while no report of any tracker comes, and in the first minute after that. */
const doReportsFlow = async (db: Db, now: Date): Promise<boolean> => {
  if ((await nextFittedCars(db, fittedDevices, { after: '0', limit: FEW_CARS })).length < FEW_CARS) return true;
  const last = await lastReportBy(db, new Date(now.getTime() - FLOWING_MS));
  return last !== null && now.getTime() - last.getTime() <= FLOWING_MS + STOPPED_MS;
};

/** The entry of a car that is silent for longer than it should be; null where it is not yet. */
const silenceOf = (car: SilentCar, silentMinutes: number, now: Date): Finding | null => {
  const { device_id, driver_id, last_report_at, interval_seconds, is_moving } = car;
  const since = last_report_at ?? car.fitted_at;
  const minutes = silenceLimit({
    silentMinutes: car.silent_minutes ?? silentMinutes,
    isMoving: is_moving,
    intervalSeconds: interval_seconds,
  });
  const due_by = new Date(since.getTime() + minutes * MINUTE);
  if (due_by >= now) return null;
  const of = { device_id, driver_id, kind: 'silent' as const, rule: null, battery_percent: null };
  return { ...of, since, last_report_at, due_by, interval_seconds };
};

/** Puts fitted cars that fell silent on the list, each silence once, while reports flow. */
export const noticeSilence = async (db: Db, now: Date): Promise<number> => {
  if (!(await doReportsFlow(db, now))) return 0;
  const { silent_minutes } = await readSite(db);
  let noticed = 0;
  for (let after = '0'; ; ) {
    const cars = await nextFittedCars(db, fittedDevices, { after, limit: CHUNK });
    const silences = cars.flatMap((car) => silenceOf(car, silent_minutes, now) ?? []);
    const found = await notYetListed(db, silences);
    if (found.length > 0) await db.transaction().execute((tx) => insertFound(tx, found, now));
    noticed += found.length;
    const last = cars.at(-1);
    if (!last || cars.length < CHUNK) return noticed;
    after = last.device_id;
  }
};

/** True once a server has run long enough to tell silence from its own absence. */
export const afterFirstMinute = (uptime: () => number = () => performance.now()) => {
  const began = uptime();
  return (): boolean => uptime() - began >= FIRST_MS;
};
