import { type GeoSpot, metresApart } from '@banbo/contract';
import {
  isMoving,
  isReachable,
  JITTER_M,
  jitterOf,
  STOP_M,
  type Standstill,
  standingsOf,
} from '../positions/motion.ts';

/** A report as the rules of a day need it. */
export type Fix = GeoSpot & { at: Date; speedKmh: number; accuracyM: number | null };

export type DayStop = GeoSpot & { from: Date; until: Date };

export type DayFacts<F extends Fix> = {
  /** The reports without those that no car can have come to. */
  fixes: readonly F[];
  distanceM: number;
  topSpeedKmh: number;
  movingSeconds: number;
  stops: readonly DayStop[];
};

/** Milliseconds that a car must stand for a stop. */
const STOP_MS = 180_000;
/** The longest time that one report stands for: after it, nothing is known. */
const GAP_MS = 300_000;
/** So many reports in a row that agree with each other are right, and the one before was wrong. */
const AGREEING = 3;

/** Leaves out reports that no car can have come to; `isJump` marks a place without a way to it. */
const withoutJumps = <F extends Fix>(fixes: readonly F[]): { fix: F; isJump: boolean }[] => {
  const kept: { fix: F; isJump: boolean }[] = [];
  let strange: F[] = [];
  for (const fix of fixes) {
    const last = kept.at(-1)?.fix;
    if (!last || isReachable(last, fix)) {
      kept.push({ fix, isJump: false });
      strange = [];
      continue;
    }
    const before = strange.at(-1);
    strange = before && isReachable(before, fix) ? [...strange, fix] : [fix];
    if (strange.length < AGREEING) continue;
    kept.push(...strange.map((one, at) => ({ fix: one, isJump: at === 0 })));
    strange = [];
  }
  return kept;
};

/** Metres of the way: a move within the jitter of a receiver is none. */
const distanceOf = (kept: readonly { fix: Fix; isJump: boolean }[]): number => {
  let anchor = kept[0]?.fix;
  let sum = 0;
  for (const { fix, isJump } of kept) {
    const metres = anchor ? metresApart(anchor, fix) : 0;
    if (!isJump && metres <= jitterOf(fix.accuracyM)) continue;
    if (!isJump) sum += metres;
    anchor = fix;
  }
  return sum;
};

const stopOf = ({ first, last, next }: Standstill<Fix>): DayStop[] => {
  const goesOn = next !== null && isMoving(next.speedKmh) && metresApart(first, next) <= STOP_M + JITTER_M;
  const until = goesOn ? next.at : last.at;
  const { at: from, latitude, longitude } = first;
  return until.getTime() - from.getTime() >= STOP_MS ? [{ from, until, latitude, longitude }] : [];
};

const movingSeconds = (fixes: readonly Fix[]): number => {
  let milliseconds = 0;
  fixes.forEach((fix, at) => {
    const next = fixes[at + 1];
    if (next && isMoving(fix.speedKmh)) milliseconds += Math.min(GAP_MS, next.at.getTime() - fix.at.getTime());
  });
  return milliseconds / 1_000;
};

/**
 * Distance in metres, top speed, seconds of driving and stops of a car's reports, which are in the
 * order of their times, by the rules of `docs/product/tracking.md`.
 */
export const dayFacts = <F extends Fix>(reports: readonly F[]): DayFacts<F> => {
  const kept = withoutJumps(reports);
  const fixes = kept.map(({ fix }) => fix);
  return {
    fixes,
    distanceM: distanceOf(kept),
    topSpeedKmh: fixes.reduce((top, { speedKmh }) => Math.max(top, speedKmh), 0),
    movingSeconds: movingSeconds(fixes),
    // A car stands until it moves, or until its last report there.
    stops: standingsOf(fixes).flatMap(stopOf),
  };
};
