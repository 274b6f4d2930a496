/** The crashes that `npm test` tries, a few of each kind; the others are in `npm test -- deep`. */
export const IN_NPM_TEST = ['kill-nine', 'backup', 'start-and-end', 'postgres-dies', 'start-refusals'].map(
  (name) => `test/crash/${name}.test.ts`,
);
