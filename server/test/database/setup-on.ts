import type { TestProject } from 'vitest/node';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import { prepare } from './prepare.ts';
import { startThrowawayCluster } from './throwaway-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's PostgreSQL, where each test file has its own database. */
    socketDir: string;
  }
}

/** Starts a PostgreSQL for the run from `bin`, with a template for each test file's database. */
export const setupOn = async (project: TestProject, bin?: string): Promise<() => Promise<void>> => {
  const { socketDir, stop } = await startThrowawayCluster(bin);
  const { db, close } = openPool(connectionTo(socketDir));
  await prepare(db);
  await close();
  project.provide('socketDir', socketDir);
  return stop;
};
