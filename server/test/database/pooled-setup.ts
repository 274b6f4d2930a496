import type { TestProject } from 'vitest/node';
import { findOldestBinaries } from './oldest-binaries.ts';
import { setupOn } from './setup-on.ts';

/**
 * API tests through PgBouncer in transaction mode, in CI before the oldest PostgreSQL that this
 * machine has: what breaks by either breaks there.
 */
export const setup = (project: TestProject): Promise<() => Promise<void>> => {
  const bin = process.env.CI === 'true' ? findOldestBinaries() : null;
  return setupOn(project, { ...(bin && { bin }), isPooled: true });
};
