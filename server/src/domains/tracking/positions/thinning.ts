import { metresApart } from '@banbo/contract';
import { isMoving, jitterOf, standingsOf } from './motion.ts';
import type { StoredFix } from './positions.repo.ts';

/** Milliseconds between two places that are kept of a car that drives. */
const EVERY_MS = 30_000;

/** True where the car began or ceased to drive, or its ignition or power changed. */
const differ = (a: StoredFix, b: StoredFix): boolean =>
  isMoving(a.speedKmh) !== isMoving(b.speedKmh) || a.hasIgnition !== b.hasIgnition || a.hasPower !== b.hasPower;

/**
 * Of a device's day, in the order of time, those that stay: its first and last, alarms, the two at
 * each start and stop, the ends of each standing, since stops are counted from these, and between
 * them one in 30 s that is further off than the receiver's jitter.
 * Thinning what was thinned leaves it as it is.
 */
export const thinned = (fixes: readonly StoredFix[]): StoredFix[] => {
  const kept: StoredFix[] = [];
  const ends = new Set(standingsOf(fixes).flatMap(({ first, last }) => [first, last]));
  fixes.forEach((fix, at) => {
    const [last, before, next] = [kept.at(-1), fixes[at - 1], fixes[at + 1]];
    const isEnd = !before || !next || ends.has(fix);
    const isEdge = isEnd || fix.alarm !== null || differ(before, fix) || differ(fix, next);
    const isFurther =
      last !== undefined &&
      fix.at.getTime() - last.at.getTime() >= EVERY_MS &&
      metresApart(last, fix) > jitterOf(fix.accuracyM);
    if (isEdge || isFurther) kept.push(fix);
  });
  return kept;
};
