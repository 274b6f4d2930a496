import { afterAll, beforeAll, beforeEach } from 'vitest';
import { beginUndone } from './database/undone.ts';
import { startApp, type TestApp } from './harness.ts';

/**
 * Gives the tests of a group one app. `begin` gets it before each at its first moment, with a
 * database that is undone after the test (`database/undone.ts`).
 */
export const shareUndone = (begin: (it: TestApp) => unknown): void => {
  let started: TestApp;
  beforeAll(async () => {
    started = await startApp();
  });
  beforeEach(async () => {
    const { db, undo } = await beginUndone(started.db);
    await begin({ ...started, db, clock: { now: started.clock.now } });
    return undo;
  });
  afterAll(() => started.close());
};
