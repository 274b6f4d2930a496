/** The crash that is tried in `npm test`, and more often in `npm test -- deep`. */
const IN_BOTH = 'test/crash/kill-nine.test.ts';

/** The crashes that `npm test` tries, a few of each kind: all others are in `npm test -- deep`. */
export const CRASHES = [
  IN_BOTH,
  ...['end', 'postgres-dies', 'start-refusals'].map((name) => `test/crash/${name}.test.ts`),
];

export const isDeepCrash = (file: string): boolean => file === IN_BOTH || !CRASHES.includes(file);
