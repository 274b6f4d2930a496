import { type GeoSpot, metresApart } from '@banbo/contract';

/** From this speed on a car moves: below it, a receiver that stands drifts. */
export const MOVING_KMH = 5;
/** No car is faster: a speed above it is a fault of the receiver, and counts as none. */
export const MOST_KMH = 250;
/** Metres within which places do not differ, where the report does not say how exact it is. */
export const JITTER_M = 30;

/** The metres that a move to this place must have to be one. */
export const jitterOf = (accuracyM: number | null): number => Math.max(JITTER_M, accuracyM ?? 0);

/** A fix as it is held against another one. */
type Placed = GeoSpot & { at: Date; accuracyM: number | null };

/** True where a car could have come from one fix to the other, whichever was first. */
export const isReachable = (one: Placed, other: Placed): boolean => {
  const seconds = Math.abs(other.at.getTime() - one.at.getTime()) / 1_000;
  const inaccurate = jitterOf(one.accuracyM) + jitterOf(other.accuracyM);
  return (metresApart(one, other) - inaccurate) * 3.6 <= MOST_KMH * Math.max(1, seconds);
};

export const isMoving = (speedKmh: number): boolean => speedKmh >= MOVING_KMH;

/** Metres within which reports of a standing car are of one stop: receivers drift. */
export const STOP_M = 100;

/** Reports in a row of a car that stands in one place; `next` is the one after them. */
export type Standstill<F> = { first: F; last: F; next: F | null };

/** The rows of reports in which a car stands, in the order of time, however short they are. */
export const standingsOf = <F extends GeoSpot & { speedKmh: number }>(fixes: readonly F[]): Standstill<F>[] => {
  const standings: Standstill<F>[] = [];
  let open: Standstill<F> | null = null;
  for (const fix of fixes) {
    const isStill = !isMoving(fix.speedKmh);
    if (open && isStill && metresApart(open.first, fix) <= STOP_M) {
      open.last = fix;
      continue;
    }
    if (open) open.next = fix;
    open = isStill ? { first: fix, last: fix, next: null } : null;
    if (open) standings.push(open);
  }
  return standings;
};
