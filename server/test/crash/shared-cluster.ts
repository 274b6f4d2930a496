import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectionTo } from '#db/cluster/make-cluster.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { type Pooler, poolerAddress, startPooler } from '../database/pooler.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';

/**
 * Servers on one database as operators run them, for the tests of a file, which may kill them;
 * where POOLED asks, through PgBouncer.
 */
export const sharedCluster = () => {
  let cluster: ThrowawayCluster;
  let pooler: Pooler | null = null;
  let database: OpenDatabase;
  let folder: { dataDir: string; remove: () => void };
  beforeAll(async () => {
    cluster = await startThrowawayCluster();
    if (process.env.POOLED) pooler = await startPooler(cluster);
    database = openPool(connectionTo(cluster.socketDir));
    folder = dataFolder();
  });
  afterAll(async () => {
    await database.close();
    await pooler?.stop();
    await cluster.stop();
    folder.remove();
  });
  return {
    db: () => database.db,
    /** Starts a server with further settings, which the test's end kills, or what `atEnd` says. */
    start: async (
      settings: Record<string, string> = {},
      atEnd: (kill: () => Promise<void>) => void = onTestFinished,
    ): Promise<Server> => {
      const itself = `postgres://banbo@localhost/banbo?host=${cluster.socketDir}`;
      const server = await startServer(folder.dataDir, {
        ...(pooler
          ? { DATABASE_URL: poolerAddress(pooler.poolerDir), DATABASE_SESSION_URL: itself }
          : { DATABASE_URL: itself }),
        TOKEN_SECRET: 'a secret that two servers share, long enough',
        ...settings,
      });
      atEnd(async () => {
        server.kill('SIGKILL');
        await server.end;
      });
      return server;
    },
  };
};
