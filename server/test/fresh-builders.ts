import { restartRegistrations } from './builders/registrations.ts';

/**
 * Runs before each test file: a worker runs many, and built names must not depend on earlier files.
 * `FIRST_SERIAL` moves them: `npm test -- long` changes it each time, so that a test which only
 * passes with certain names fails.
 */
restartRegistrations(Number(process.env.FIRST_SERIAL ?? 0));
