import fs from 'node:fs';
import { join } from 'node:path';
import { flush } from '#lib/make-aside.ts';
import { machineMemory } from '#lib/memory-budget.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { DATABASE, SUPERUSER } from './make-cluster.ts';
import { openFileOf, type RunAs, runToEnd, writeAs } from './run-as.ts';
import { type ClusterSetting, settingsFor } from './settings.ts';

/** Settings of ours that are for a PostgreSQL which only its own process reaches and reads. */
const OURS_ALONE = new Set([
  ...['listen_addresses', 'port', 'max_connections', 'max_wal_senders', 'max_replication_slots'],
  ...['logging_collector', 'log_destination', 'unix_socket_permissions'],
]);

export type ServerAddress = { port: number; listen: string };

const ownServer = ({ port, listen }: ServerAddress): ClusterSetting[] => [
  ['listen_addresses', listen, 'where the product’s servers reach it'],
  ['port', port, 'not that of another PostgreSQL on the machine'],
  ['unix_socket_directories', '.', 'in this folder, which only its user may enter'],
  ['unix_socket_permissions', '0700', 'for this user alone, who needs no password'],
  ['password_encryption', 'scram-sha-256', 'the password itself is stored nowhere'],
  ['max_connections', 100, 'several servers, a pool of connections, programs of the operator'],
  ['max_wal_senders', 10, 'standbys and backups read the log'],
  ['max_replication_slots', 10, 'the log that a standby still needs stays'],
  ['hot_standby', 'on', 'a standby answers reads'],
  ['archive_mode', 'on', 'backups can begin without another start of PostgreSQL'],
  // Where it is empty, PostgreSQL keeps the log for ever.
  ['archive_command', '/bin/true', 'NOTHING IS KEPT by it: pgBackRest or Barman give another one'],
  ['logging_collector', 'on', 'the log is written to files, of which there are seven'],
  ['log_directory', 'log', 'in this folder'],
  ['log_filename', 'postgresql-%a.log', 'one for each day of the week'],
  ['log_rotation_age', '1d', 'each is a week old when it is written anew'],
  ['log_truncate_on_rotation', 'on', 'the file of the same day a week ago is written over'],
];

const quoted = (value: string | number): string => `'${String(value).replaceAll("'", "''")}'`;

const CONFIGURATION = 'banbo.conf';
const INCLUDE = `\ninclude '${CONFIGURATION}'\n`;
const MAIN = 'postgresql.conf';
const ACCESS = 'pg_hba.conf';

const configurationFor = (version: number, address: ServerAddress): string => {
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
    ...['127.0.0.1/32', '::1/128'].map((own) => `host ${DATABASE} ${DATABASE} ${own} scram-sha-256`),
    ...(listen === 'localhost' ? [] : [`host ${DATABASE} ${DATABASE} samenet scram-sha-256`]),
    '',
  ].join('\n');

/** As `initdb` writes it for `makeCluster`: the folder of the socket is the guard. */
const OWN_ACCESS = 'local all all trust\nlocal replication all trust\nhost all all all reject\n';

const readOwn = (path: string): string => {
  const { fd } = openFileOf(path);
  try {
    return fs.readFileSync(fd, 'utf8');
  } finally {
    fs.closeSync(fd);
  }
};

/** Writes a file that is there as it was, or whole, after a crash at any moment. */
const replace = (runAs: RunAs, path: string, content: string): void => {
  const aside = `${path}.new`;
  const wrote = writeAs(runAs, aside, content);
  if (wrote.status !== 0) throw new StartRefusal(`${path} could not be written: ${wrote.stderr.trim()}`);
  flush(aside);
  const moved = runToEnd(runAs, 'mv', [aside, path]);
  if (moved.status !== 0) throw new StartRefusal(`${path} could not be written: ${moved.stderr.trim()}`);
};

/**
 * Writes the files with which `postgres -D` runs a cluster as a server. `takeBackServerFiles`
 * undoes it, also after a crash between two of them.
 */
export const makeServerFiles = (runAs: RunAs, folder: string, version: number, address: ServerAddress): void => {
  replace(runAs, join(folder, CONFIGURATION), configurationFor(version, address));
  replace(runAs, join(folder, ACCESS), accessFor(address.listen));
  replace(runAs, join(folder, MAIN), readOwn(join(folder, MAIN)).replace(INCLUDE, '') + INCLUDE);
};

/**
 * Makes a cluster ours alone again, should it have been a server, or have begun to become one; then
 * gives true.
 */
export const takeBackServerFiles = (runAs: RunAs, folder: string): boolean => {
  const configuration = join(folder, CONFIGURATION);
  if (!fs.existsSync(configuration)) return false;
  replace(runAs, join(folder, MAIN), readOwn(join(folder, MAIN)).replace(INCLUDE, ''));
  replace(runAs, join(folder, ACCESS), OWN_ACCESS);
  // The last one, since it says that there is something to take back.
  fs.rmSync(configuration);
  return true;
};
