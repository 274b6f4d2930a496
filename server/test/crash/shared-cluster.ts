import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectionTo } from '#db/cluster/make-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { isPoolerAsked, poolerAddress, startPooler } from '../database/pooler.ts';
import { prepare } from '../database/prepare.ts';
import { startThrowawayCluster } from '../database/throwaway-cluster.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';

/**
 * A PostgreSQL for servers as operators run them, through PgBouncer in `npm test -- deep`.
 */
export const openCluster = async () => {
  const cluster = await startThrowawayCluster();
  const pooler = isPoolerAsked() ? await startPooler(cluster) : null;
  const { db, close } = openPool(connectionTo(cluster.socketDir));
  await prepare(db);
  const folder = dataFolder();
  const itself = `postgres://banbo@localhost/banbo?host=${cluster.socketDir}`;
  /** Settings of each server on the cluster. */
  const settings: Record<string, string> = {
    ...(pooler
      ? { DATABASE_URL: poolerAddress(pooler.poolerDir), DATABASE_SESSION_URL: itself }
      : { DATABASE_URL: itself }),
    TOKEN_SECRET: 'a secret that two servers share, long enough',
  };
  return {
    db,
    dataDir: folder.dataDir,
    settings,
    /** Starts a server with further settings, which the test's end kills, or what `atEnd` says. */
    start: async (
      more: Record<string, string> = {},
      atEnd: (kill: () => Promise<void>) => void = onTestFinished,
    ): Promise<Server> => {
      const server = await startServer(folder.dataDir, { ...settings, ...more });
      atEnd(async () => {
        server.kill('SIGKILL');
        await server.end;
      });
      return server;
    },
    stop: async (): Promise<void> => {
      await close();
      await pooler?.stop();
      await cluster.stop();
      folder.remove();
    },
  };
};

type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** A cluster for all tests of a file, which may kill its servers. */
export const sharedCluster = () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(() => cluster.stop());
  return {
    db: () => cluster.db,
    start: (...given: Parameters<Cluster['start']>): Promise<Server> => cluster.start(...given),
  };
};

/** Two servers as one, of which SIGKILL ends the first alone; calls go to them in turn. */
export const startTwo = async (start: () => Promise<Server>): Promise<Server> => {
  const [first, second] = [await start(), await start()];
  let calls = 0;
  return {
    get address() {
      calls += 1;
      return (calls % 2 === 0 ? first : second).address;
    },
    pid: second.pid,
    end: Promise.all([second.end, first.end]).then(([end]) => end),
    output: () => first.output() + second.output(),
    kill: (signal) => {
      first.kill(signal);
      if (signal !== 'SIGKILL') second.kill(signal);
    },
  };
};
