import type { TestProject } from 'vitest/node';
import { findOldestBinaries } from './oldest-binaries.ts';
import { setupOn } from './setup-on.ts';

/** API tests on the oldest PostgreSQL that this machine has and the product supports. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => {
  const bin = findOldestBinaries();
  if (!bin) throw new Error('PostgreSQL’s programs were not found');
  return setupOn(project, { bin });
};
