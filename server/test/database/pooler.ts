import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE } from '../../src/db/cluster/make-cluster.ts';
import { allowPassing, commandAs, endingWithUs, giveTo } from '../../src/db/cluster/run-as.ts';
import type { ThrowawayCluster } from './throwaway-cluster.ts';

const EXAMPLE = join(import.meta.dirname, '../../../ops/pgbouncer/pgbouncer.ini');
const PROGRAM = '/usr/sbin/pgbouncer';
const PORT = 6432;

/** Whether PgBouncer is installed. */
export const hasPooler = (): boolean => existsSync(PROGRAM);

/** Whether servers reach their database through PgBouncer, as in `npm test -- deep`. */
export const isPoolerAsked = (): boolean => process.env.DEEP !== undefined && hasPooler();

/** A PgBouncer in transaction mode. */
export type Pooler = {
  /** The folder of its Unix socket, whose port is 6432. */
  poolerDir: string;
  /** Ends it at once, and every connection with it. */
  kill: () => Promise<void>;
  /** Starts it again after a kill. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * The example with another place, the cluster's databases and no passwords. It is not included by
 * `%include`: PgBouncer forgets a section's settings where the section is opened again.
 */
const settings = (folder: string, { socketDir }: Pick<ThrowawayCluster, 'socketDir'>): string => {
  const own = {
    ...{ listen_addr: '', listen_port: String(PORT), unix_socket_dir: folder },
    ...{ auth_type: 'trust', auth_file: `${folder}/users.txt` },
    ...{ logfile: `${folder}/pgbouncer.log`, pidfile: `${folder}/pgbouncer.pid` },
    [DATABASE]: `host=${socketDir} port=5432\n* = host=${socketDir} port=5432`,
  };
  return Object.entries(own).reduce(
    (text, [name, value]) => {
      const line = new RegExp(`^${name} = .*$`, 'm');
      if (!line.test(text)) throw new Error(`The example of PgBouncer has no ${name}`);
      return text.replace(line, `${name} = ${value}`);
    },
    readFileSync(EXAMPLE, 'utf8'),
  );
};

/** Starts a PgBouncer, which ends with this process, before the cluster. */
export const startPooler = async (cluster: ThrowawayCluster): Promise<Pooler> => {
  if (!hasPooler()) throw new Error('PgBouncer was not found (Debian: apt install pgbouncer)');
  const parent = mkdtempSync(join(tmpdir(), 'banbo-pooler-'));
  allowPassing(parent);
  const folder = join(parent, 'run');
  mkdirSync(folder);
  writeFileSync(join(folder, 'pgbouncer.ini'), settings(folder, cluster));
  writeFileSync(join(folder, 'users.txt'), `"${DATABASE}" ""\n`);
  chmodSync(folder, 0o755);
  giveTo(cluster.runAs, folder);
  const [first = '', ...rest] = endingWithUs(cluster.runAs, 'KILL', [PROGRAM, '-q', join(folder, 'pgbouncer.ini')]);
  const { program, args, options } = commandAs(cluster.runAs, first, rest);
  let kill = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const child = spawn(program, args, { ...options, stdio: 'ignore', cwd: '/' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    kill = () => {
      child.kill('SIGKILL');
      return ended;
    };
    while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: look into ${folder}/pgbouncer.log`);
      await delay(20);
    }
  };
  await start();
  return {
    poolerDir: folder,
    start,
    kill: async () => {
      await kill();
      // A killed one leaves them, and the next would take the socket for that of another.
      for (const left of [`.s.PGSQL.${PORT}`, 'pgbouncer.pid']) rmSync(join(folder, left), { force: true });
    },
    stop: async () => {
      await kill();
      rmSync(parent, { recursive: true });
    },
  };
};

/** The way to a database through it. */
export const throughPooler = (poolerDir: string, database: string = DATABASE) => ({
  ...{ host: poolerDir, port: PORT, ssl: false, user: DATABASE, database },
});

/** The same as an address. */
export const poolerAddress = (poolerDir: string): string =>
  `postgres://${DATABASE}@localhost:${PORT}/${DATABASE}?host=${poolerDir}`;
