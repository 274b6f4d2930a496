import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findBinaries } from '#db/cluster/binaries.ts';
import { CLUSTER, PROMOTED } from '#db/cluster/cluster-folder.ts';
import { DATABASE, SUPERUSER } from '#db/cluster/make-cluster.ts';
import { chooseRunAs, type RunAs, runToEnd, writeAs } from '#db/cluster/run-as.ts';
import { type ClusterSetting, settingsFor } from '#db/cluster/settings.ts';
import { startCluster } from '#db/cluster/start-cluster.ts';
import { asSuperuser } from '#db/cluster/superuser.ts';
import { lockFolder } from '#lib/folder-lock.ts';
import { flush } from '#lib/make-aside.ts';
import { machineMemory } from '#lib/memory-budget.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../config.ts';
import { refuseServer } from './data-parts.ts';

/** Settings of ours that are for a PostgreSQL which only its own process reaches and reads. */
const OURS_ALONE = new Set([
  ...['listen_addresses', 'port', 'max_connections', 'max_wal_senders', 'max_replication_slots'],
  ...['logging_collector', 'log_destination', 'unix_socket_permissions'],
]);

type Address = { port: number; listen: string };

const ownServer = ({ port, listen }: Address): ClusterSetting[] => [
  ['listen_addresses', listen, 'where the product’s servers reach it'],
  ['port', port, 'not that of another PostgreSQL on the machine'],
  ['unix_socket_directories', '.', 'in this folder, which only its user may enter'],
  ['unix_socket_permissions', '0700', 'for this user alone, who needs no password'],
  ['password_encryption', 'scram-sha-256', 'the password itself is stored nowhere'],
  ['max_connections', 100, 'several servers, a pool of connections, programs of the operator'],
  ['max_wal_senders', 10, 'standbys and backups read the log'],
  ['max_replication_slots', 10, 'the log that a standby still needs stays'],
  ['hot_standby', 'on', 'a standby answers reads'],
  ['logging_collector', 'on', 'the log is written to files, of which there are seven'],
  ['log_directory', 'log', 'in this folder'],
  ['log_filename', 'postgresql-%a.log', 'one for each day of the week'],
  ['log_rotation_age', '1d', 'each is a week old when it is written anew'],
  ['log_truncate_on_rotation', 'on', 'the file of the same day a week ago is written over'],
];

const quoted = (value: string | number): string => `'${String(value).replaceAll("'", "''")}'`;

const CONFIGURATION = 'banbo.conf';

const configurationFor = (version: number, address: Address): string => {
  const shared = settingsFor(machineMemory(), version).filter(([name]) => !OURS_ALONE.has(name));
  const lines = [...shared, ...ownServer(address)].map(
    ([name, value, why]) => `# ${why}\n${name} = ${quoted(value)}\n`,
  );
  return lines.join('\n');
};

/** Lets the operator in through the socket, and the product's servers with the password. */
const accessFor = (listen: string): string =>
  [
    `local all ${SUPERUSER} trust`,
    'local all all scram-sha-256',
    `host ${DATABASE} ${DATABASE} localhost scram-sha-256`,
    ...(listen === 'localhost' ? [] : [`host ${DATABASE} ${DATABASE} samenet scram-sha-256`]),
    '',
  ].join('\n');

const write = (runAs: RunAs, path: string, content: string): void => {
  const { status, stderr } = writeAs(runAs, path, content);
  if (status !== 0) throw new StartRefusal(`${path} could not be written: ${stderr.trim()}`);
};

/** Throws a `StartRefusal` unless the database's folder can get the name. */
const refuseTarget = (folder: string, dataDir: string): void => {
  if (fs.existsSync(folder)) throw new StartRefusal(`${folder} is there already: name a new folder`);
  const parent = dirname(folder);
  if (!fs.existsSync(parent)) throw new StartRefusal(`There is no folder ${parent}: make it first`);
  if (fs.statSync(parent).dev === fs.statSync(dataDir).dev) return;
  throw new StartRefusal(
    `${folder} is on another disk, and no row is moved: name a folder on the disk of ${dataDir}; npm run move copies the rows anywhere`,
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

/** Starts it apart from this process, whose end it outlives. */
const startAsServer = (runAs: RunAs, folder: string, pgCtl: string): void => {
  // The log takes the output, which would else keep a pipe to this process open.
  const { status, stdout } = runToEnd(runAs, pgCtl, ['-D', folder, '-l', join(folder, 'start.log'), '-w', 'start']);
  if (status === 0) return;
  throw new StartRefusal(`The server in ${folder} does not start: ${stdout.trim().split('\n').at(-1)}`);
};

export type Promoted = {
  folder: string;
  /** The setting DATABASE_URL, with the password. */
  url: string;
  /** The command that a service manager runs. */
  command: string;
};

/**
 * Makes the database of DATA_DIR a PostgreSQL server of its own in `target`, a new folder on the
 * same disk, and starts it. No row is moved: the folder gets another name. The product's server
 * must be stopped. Throws a `StartRefusal` for causes that the operator can mend.
 */
export const promoteDatabase = async (config: Config, target: string, address: Address): Promise<Promoted> => {
  refuseServer(config);
  const { DATA_DIR: dataDir } = config;
  const folder = resolve(target);
  refuseTarget(folder, dataDir);
  const { postgres, version } = findBinaries(config.POSTGRES_BIN);
  const pgCtl = join(dirname(postgres), 'pg_ctl');
  const password = randomBytes(24).toString('hex');
  await setPassword(config, password);
  const unlock = lockFolder(dataDir);
  try {
    const cluster = join(dataDir, CLUSTER);
    const runAs = chooseRunAs(cluster, findBinaries(config.POSTGRES_BIN));
    write(runAs, join(cluster, CONFIGURATION), configurationFor(version, address));
    write(runAs, join(cluster, 'pg_hba.conf'), accessFor(address.listen));
    const main = fs.readFileSync(join(cluster, 'postgresql.conf'), 'utf8');
    if (!main.includes(`include '${CONFIGURATION}'`)) {
      write(runAs, join(cluster, 'postgresql.conf'), `${main}\ninclude '${CONFIGURATION}'\n`);
    }
    fs.writeFileSync(join(dataDir, PROMOTED), `${folder}\n`, { mode: 0o600, flush: true });
    fs.renameSync(cluster, folder);
    flush(dirname(folder));
    flush(dataDir);
    startAsServer(runAs, folder, pgCtl);
  } finally {
    unlock();
  }
  const host = address.listen === 'localhost' || address.listen === '*' ? 'localhost' : address.listen;
  return {
    folder,
    url: `postgres://${DATABASE}:${password}@${host}:${address.port}/${DATABASE}`,
    command: `${postgres} -D ${folder}`,
  };
};
