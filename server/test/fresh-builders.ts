import { restartRegistrations } from './builders/registrations.ts';

/**
 * Runs before each test file. One worker runs many files, and the names that a builder draws must not depend on those before.
 * `FIRST_SERIAL` moves them: `npm test -- long` gives each repetition another one, so that a test which only passes with the
 * names it happens to get fails there.
 */
restartRegistrations(Number(process.env.FIRST_SERIAL ?? 0));
