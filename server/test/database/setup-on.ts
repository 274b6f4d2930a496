import type { TestProject } from 'vitest/node';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { openPool } from '../../src/db/connection/open-postgres.ts';
import { startPooler } from './pooler.ts';
import { prepare } from './prepare.ts';
import { startThrowawayCluster } from './throwaway-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's PostgreSQL, where each test file has its own database. */
    socketDir: string;
    /** The socket folder of the run's PgBouncer; null where the tests ask PostgreSQL directly. */
    poolerDir: string | null;
  }
}

type SetupOptions = { bin?: string; isPooled?: boolean };

/**
 * Starts a PostgreSQL for the run from `bin`, with a template for each test file's database, and
 * before it a PgBouncer if tests are to go through one.
 */
export const setupOn = async (project: TestProject, options: SetupOptions = {}): Promise<() => Promise<void>> => {
  const { bin, isPooled = false } = options;
  const cluster = await startThrowawayCluster(bin);
  const { socketDir, stop } = cluster;
  const { db, close } = openPool(connectionTo(socketDir));
  await prepare(db);
  await close();
  const pooler = isPooled ? await startPooler(cluster) : null;
  project.provide('socketDir', socketDir);
  project.provide('poolerDir', pooler?.poolerDir ?? null);
  return async () => {
    await pooler?.stop();
    await stop();
  };
};
