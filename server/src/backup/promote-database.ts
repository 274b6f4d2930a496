import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer, isIPv6 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from '#db/cluster/binaries.ts';
import { CLUSTER, hasCluster, PROMOTED, PROMOTING } from '#db/cluster/cluster-folder.ts';
import { DATABASE } from '#db/cluster/make-cluster.ts';
import { runningPostmaster } from '#db/cluster/postmaster.ts';
import { chooseRunAs, commandAs, mayPass, type RunAs, runToEnd } from '#db/cluster/run-as.ts';
import { makeServerFiles, type ServerAddress } from '#db/cluster/server-files.ts';
import { startCluster } from '#db/cluster/start-cluster.ts';
import { asSuperuser } from '#db/cluster/superuser.ts';
import { refuseUnfit } from '#db/connection/connect.ts';
import { lockFolder } from '#lib/folder-lock.ts';
import { flush } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../config.ts';
import { refuseDatabaseUrl } from './data-parts.ts';

const EVERYWHERE = ['*', '::', '0.0.0.0'];

const WHY: Record<string, string> = {
  EADDRINUSE: 'another program has the port: name another one, such as --port=5433',
  EADDRNOTAVAIL: 'this machine has no such address: name one of its own with --listen',
  ENOTFOUND: 'there is no machine of this name: give an address with --listen',
  EACCES: 'this user may not take so low a port: name one above 1023 with --port',
};

/** Throws a `StartRefusal` unless a server can listen there. */
const refusePort = ({ port, listen }: ServerAddress): Promise<void> =>
  new Promise((done, fail) => {
    const [host] = listen === '*' ? [] : listen === 'localhost' ? ['127.0.0.1'] : [listen];
    const server = createServer();
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      fail(new StartRefusal(`PostgreSQL cannot listen on port ${port} of ${listen}: ${WHY[code] ?? code}`)),
    );
    server.listen({ port, host }, () => server.close(() => done()));
  });

/** Throws a `StartRefusal` unless the database's folder can get the name, and be used there. */
const refuseTarget = (folder: string, dataDir: string, runAs: RunAs): void => {
  if (fs.existsSync(folder)) throw new StartRefusal(`${folder} is there already: name a new folder`);
  const parent = dirname(folder);
  if (!fs.existsSync(parent)) throw new StartRefusal(`There is no folder ${parent}: make it first`);
  if (fs.statSync(parent).dev !== fs.statSync(dataDir).dev) {
    throw new StartRefusal(
      `${folder} is on another disk, and no row is moved: name a folder on the disk of ${dataDir}; npm run move copies the rows anywhere`,
    );
  }
  if (mayPass(runAs, parent)) return;
  const user = runAs.kind === 'user' ? `user ${runAs.uid}` : 'a user without rights';
  throw new StartRefusal(
    `PostgreSQL runs as ${user}, who cannot reach ${parent}: chmod 711 it and the folders above it`,
  );
};

/** Sets the password with which the product's servers sign in. */
const setPassword = async (config: Config, password: string): Promise<void> => {
  const { DATA_DIR: dataDir, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  const options = { dataDir, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB, mayMake: false };
  const { connection, stop } = await startCluster(options);
  try {
    // The password has letters and digits alone.
    await asSuperuser(connection, (query) => query(`ALTER ROLE ${DATABASE} PASSWORD '${password}'`));
  } finally {
    await stop();
  }
};

const REASON = /^.*?(?:FATAL|PANIC|ERROR):\s+/;

/** Milliseconds that the last lines may take: the log's own writer ends after the server. */
const WRITTEN_MS = 5_000;

/** The log that was written last, of those of a week. */
const newestLog = (folder: string): string => {
  const logs = join(folder, 'log');
  if (!fs.existsSync(logs)) return '';
  const paths = fs.readdirSync(logs).map((name) => join(logs, name));
  const [newest] = paths.sort((one, other) => fs.statSync(other).mtimeMs - fs.statSync(one).mtimeMs);
  return newest === undefined ? '' : fs.readFileSync(newest, 'utf8');
};

/** The reason in the log of a start that failed, or its last line. */
const reasonOf = async (folder: string, first: string): Promise<string | undefined> => {
  const givenUpAt = Date.now() + WRITTEN_MS;
  for (;;) {
    // The rest of the log goes to files of its own once their writer runs.
    const said = newestLog(folder) || (fs.existsSync(first) ? fs.readFileSync(first, 'utf8') : '');
    const lines = said.trim().split('\n');
    const reason = lines.findLast((line) => REASON.test(line));
    if (reason !== undefined) return reason.replace(REASON, '');
    if (Date.now() >= givenUpAt) return lines.at(-1);
    await delay(50);
  }
};

/** Starts it apart from this process, whose end it outlives. Throws with the reason in words. */
const startAsServer = async (runAs: RunAs, folder: string, pgCtl: string, url: string): Promise<void> => {
  // The file takes the output, which would else keep a pipe to this process open.
  const first = join(folder, 'start.log');
  // An earlier start that failed left its own reason.
  for (const path of [first, join(folder, 'log')]) fs.rmSync(path, { recursive: true, force: true });
  const { status, stdout, stderr } = runToEnd(runAs, pgCtl, ['-D', folder, '-l', first, '-w', 'start']);
  if (status === 0) return refuseUnfit({ connectionString: url }, 'DATABASE_URL');
  throw new Error((await reasonOf(folder, first)) || stderr || stdout || `pg_ctl ended with ${status}`);
};

export type Promoted = {
  folder: string;
  /** The setting DATABASE_URL, with the password. */
  url: string;
  /** The command that a service manager runs, and as which user if not as this one. */
  command: string;
  uid: number | null;
};

/** Its note is in DATA_DIR until the operator has been told. */
const noteOf = (dataDir: string): Promoted | null => {
  const path = join(dataDir, PROMOTING);
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : null;
};

const writeWhole = (path: string, content: string): void => {
  fs.writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true });
  fs.renameSync(`${path}.new`, path);
  flush(dirname(path));
};

const rename = (from: string, to: string): void => {
  fs.renameSync(from, to);
  flush(dirname(to));
  flush(dirname(from));
};

/** Gives the folder its former name; the next start takes back the files in it. */
const undo = (dataDir: string, folder: string): void => {
  rename(folder, join(dataDir, CLUSTER));
  fs.rmSync(join(dataDir, PROMOTING));
};

/**
 * Looks for a promotion that was cut off once the folder had its new name, and gives it if its
 * server runs. Undoes it otherwise.
 */
const resume = async (dataDir: string, asked: string): Promise<Promoted | null> => {
  const noted = fs.existsSync(join(dataDir, CLUSTER)) ? null : noteOf(dataDir);
  if (noted === null) return null;
  const { folder, url } = noted;
  if (asked !== folder) {
    throw new StartRefusal(`The database becomes a server in ${folder}, and this was cut off: name that folder again`);
  }
  if (!fs.existsSync(folder)) throw new StartRefusal(`The database of ${dataDir} was in ${folder}, and is not there`);
  if (!runningPostmaster(folder)) {
    undo(dataDir, folder);
    return null;
  }
  await refuseUnfit({ connectionString: url }, 'DATABASE_URL').catch((error: Error) => {
    throw new StartRefusal(
      `PostgreSQL runs in ${folder}, but lets nobody in (${error.message}): end it, and try again`,
    );
  });
  return noted;
};

/** Runs work while no other program has the folder. */
const locked = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  const unlock = lockFolder(dataDir);
  try {
    return await work();
  } finally {
    unlock();
  }
};

const urlOf = ({ listen, port }: ServerAddress, password: string): string => {
  const host = EVERYWHERE.includes(listen) ? 'localhost' : listen;
  return `postgres://${DATABASE}:${password}@${isIPv6(host) ? `[${host}]` : host}:${port}/${DATABASE}`;
};

/** Makes the cluster a server that runs, or leaves it as it was. */
const becomeServer = async (config: Config, folder: string, address: ServerAddress): Promise<Promoted> => {
  const { DATA_DIR: dataDir, POSTGRES_BIN } = config;
  const { postgres, version } = findBinaries(POSTGRES_BIN);
  if (!hasCluster(dataDir, version)) throw new StartRefusal(`There is no database in ${dataDir}: set DATA_DIR`);
  const cluster = join(dataDir, CLUSTER);
  const runAs = chooseRunAs(cluster, findBinaries(POSTGRES_BIN));
  const pgCtl = join(dirname(postgres), 'pg_ctl');
  refuseTarget(folder, dataDir, runAs);
  await refusePort(address);
  const password = randomBytes(24).toString('hex');
  await setPassword(config, password);
  const { program, args, options } = commandAs(runAs, postgres, ['-D', folder]);
  const promoted = {
    folder,
    url: urlOf(address, password),
    command: [program, ...args].join(' '),
    uid: options.uid ?? null,
  };
  await locked(dataDir, async () => {
    writeWhole(join(dataDir, PROMOTING), JSON.stringify(promoted));
    makeServerFiles(runAs, cluster, version, address);
    rename(cluster, folder);
    try {
      await startAsServer(runAs, folder, pgCtl, promoted.url);
    } catch (error) {
      runToEnd(runAs, pgCtl, ['-D', folder, '-m', 'fast', '-w', 'stop']);
      undo(dataDir, folder);
      const why = error instanceof Error ? error.message : String(error);
      throw new StartRefusal(`The server in ${folder} does not start: ${why}. All is as it was`, { cause: error });
    }
  });
  return promoted;
};

/**
 * Makes the database of DATA_DIR a PostgreSQL server of its own in `target`, a new folder on the
 * same disk, and starts it. No row is moved: the folder gets another name. The product's server
 * must be stopped. A crash leaves the database as it was, or a promotion that goes on when it is
 * asked for again, until `tell` has said the address. Throws a `StartRefusal` for causes that the
 * operator can mend.
 */
export const promoteDatabase = async (
  config: Config,
  target: string,
  address: ServerAddress,
  tell: (promoted: Promoted) => void,
): Promise<void> => {
  refuseDatabaseUrl(
    config,
    'With DATABASE_URL the database is on a server of its own already: without it, that in DATA_DIR becomes one',
  );
  const { DATA_DIR: dataDir } = config;
  const folder = resolve(target);
  const resumed = await locked(dataDir, () => resume(dataDir, folder));
  tell(resumed ?? (await becomeServer(config, folder, address)));
  writeWhole(join(dataDir, PROMOTED), `${folder}\n`);
  fs.rmSync(join(dataDir, PROMOTING));
};
