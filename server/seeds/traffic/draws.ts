/** Draws that come out alike for a seed. */
export type Draws = {
  /** From 0 up to, but never, 1. */
  next: () => number;
  between: (low: number, high: number) => number;
  /** A whole number from `low` to `high`, both included. */
  whole: (low: number, high: number) => number;
  isHit: (chance: number) => boolean;
  oneOf: <T>(items: readonly T[]) => T;
};

/** Mulberry32, good enough for traffic. `stream` tells apart what shares a seed. */
export const drawsOf = (seed: number, stream = 0): Draws => {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    whole,
    isHit: (chance) => next() < chance,
    oneOf: <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T,
  };
};
