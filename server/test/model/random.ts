/** Numbers that a seed decides, so that a run can be had again (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    isOneIn: (count: number): boolean => below(count) === 0,
    of: <T>(choices: readonly T[]): T | undefined => choices[below(choices.length)],
    /** One of the last few, which other steps are most likely to be about. */
    ofLast: <T>(choices: readonly T[], few = 12): T | undefined => {
      const last = choices.slice(-few);
      return last[below(last.length)];
    },
  };
};
export type Random = ReturnType<typeof randomOf>;

/** Seeds as a setting names them, with commas or spaces between them. */
export const seedsIn = (setting = ''): number[] =>
  setting
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
