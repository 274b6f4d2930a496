import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectionTo } from '../../server/src/db/cluster/make-cluster.ts';
import { openPool } from '../../server/src/db/connection/open-postgres.ts';
import type { Db } from '../../server/src/db/database.ts';
import { findFreePort, isReady } from '../../server/test/builders/ports.ts';
import { dataFolder, type Server, startServer } from '../../server/test/crash/server-process.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { startThrowawayCluster } from '../../server/test/database/throwaway-cluster.ts';

const BALANCER = join(import.meta.dirname, '../../ops/haproxy/servers.cfg');
/** Twice the time in which the balancer has looked at a server again. */
const SEEN_MS = 1_500;

const untilReady = async (address: string): Promise<void> => {
  while (!(await isReady(address))) await wait(50);
};

export type Balanced = {
  /** The balancer's address. */
  address: string;
  db: Db;
  /** Ends a server and starts it again; gives the seconds of both. */
  restart: (nth: number) => Promise<{ stopped: number; started: number }>;
};

type Ending = { signal: 'SIGTERM' | 'SIGKILL'; leaveSeconds: string };

/** Runs two servers on one durable database behind the balancer of `ops` during `work`. */
export const withBalanced = async (
  { signal, leaveSeconds }: Ending,
  work: (balanced: Balanced) => Promise<void>,
): Promise<void> => {
  const cluster = await startThrowawayCluster(undefined, []);
  const { dataDir, remove } = dataFolder();
  const { db, close } = openPool(connectionTo(cluster.socketDir));
  await prepare(db);
  const [bind, ...ports] = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const start = (port: number): Promise<Server> =>
    startServer(dataDir, {
      DATABASE_URL: `postgres://banbo@localhost/banbo?host=${cluster.socketDir}`,
      TOKEN_SECRET: 'a secret that two servers share, long enough',
      PORT: String(port),
      LEAVE_SECONDS: leaveSeconds,
    });
  const servers: Server[] = [];
  let balancer: ChildProcess | null = null;
  try {
    for (const port of ports) servers.push(await start(port));
    const [one, other] = ports.map((port) => `127.0.0.1:${port}`);
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, BIND: `127.0.0.1:${bind}`, ONE: one, OTHER: other };
    balancer = spawn('haproxy', ['-db', '-q', '-f', BALANCER], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    balancer.on('error', (error) => console.error(`HAProxy is needed: ${error.message}`));
    const address = `http://127.0.0.1:${bind}`;
    await untilReady(address);
    await work({
      address,
      db,
      restart: async (nth) => {
        const at = nth % 2;
        const begun = performance.now();
        servers[at]?.kill(signal);
        await servers[at]?.end;
        const stopped = performance.now();
        servers[at] = await start(ports[at] as number);
        await untilReady(servers[at].address);
        const started = performance.now();
        await wait(SEEN_MS);
        return { stopped: (stopped - begun) / 1_000, started: (started - stopped) / 1_000 };
      },
    });
  } finally {
    balancer?.kill('SIGTERM');
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ end }) => end));
    await close();
    await cluster.stop();
    remove();
  }
};
