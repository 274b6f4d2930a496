import { afterAll, beforeAll, beforeEach } from 'vitest';
import { beginUndone } from './database/undone.ts';
import { startApp, type TestApp } from './harness.ts';

/**
 * Shares one app among a group's tests, for tests that call functions. Before each, `begin` gets it
 * with a transaction as its `db`, which is rolled back after the test, and a clock of its own.
 * Calls of its `app` see neither.
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
