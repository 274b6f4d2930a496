import { ARCHIVE_COMMAND } from './hand-over.ts';

/** A setting with its reason. The command line overrides the cluster's own files. */
export type ClusterSetting = [name: string, value: string | number, why: string];

const within = (lowest: number, value: number, highest: number): number =>
  Math.round(Math.min(highest, Math.max(lowest, value)));

const memorySettings = (memory: number): ClusterSetting[] => [
  ['shared_buffers', `${within(32, memory / 16, 1024)}MB`, 'a sixteenth: the operating system caches the same pages'],
  ['effective_cache_size', `${within(128, memory / 2, 65_536)}MB`, 'an estimate for plans, nothing is taken'],
  ['random_page_cost', 1.1, 'pages lie in memory or on a flash disk: an index costs little more than a scan'],
  ['work_mem', `${within(2, memory / 512, 32)}MB`, 'a sort or hash; every connection may take some at once'],
  ['maintenance_work_mem', `${within(32, memory / 32, 512)}MB`, 'an index that is built, a table that is vacuumed'],
  ['autovacuum_work_mem', `${within(16, memory / 64, 128)}MB`, 'of each vacuum that runs by itself'],
  ['huge_pages', 'off', 'where a container may not use the pages that it sees, PostgreSQL would die of it'],
];

const CONNECTIONS: ClusterSetting[] = [
  ['listen_addresses', '', 'no port: the socket is the only way in'],
  ['port', 5432, 'the number in the socket’s name'],
  ['unix_socket_permissions', '0700', 'for this user alone, as its folder is'],
  ['max_connections', 40, 'the 16 of the pool of one server at most, a backup, a prompt, and some to spare'],
  ['timezone', 'UTC', 'instants are kept and answered in UTC'],
  ['log_timezone', 'UTC', 'times in the log compare with those in the database'],
];

const DURABILITY: ClusterSetting[] = [
  ['fsync', 'on', 'a confirmed change survives a power cut'],
  ['synchronous_commit', 'on', 'it is on the disk before it is confirmed'],
  ['full_page_writes', 'on', 'a page half written at a power cut is mended from the log'],
  ['wal_level', 'replica', 'backups are taken while it runs'],
  ['max_wal_senders', 0, 'nothing replicates from here'],
  ['max_logical_replication_workers', 0, 'nothing replicates to here'],
  ['max_replication_slots', 4, 'a backup keeps the log that it needs by a slot'],
  ['max_slot_wal_keep_size', '4GB', 'a backup that hangs must not fill the disk; one that needs more log fails'],
  ['min_wal_size', '80MB', 'five files are kept ready, so that a full disk leaves room for what is under way'],
  ['max_wal_size', '512MB', 'bounds the log on the disk, and how long a start after a crash reads it'],
  ['checkpoint_timeout', '10min', 'bounds what a start after a crash reads, where little is written'],
];

const LIMITS: ClusterSetting[] = [
  ['client_connection_check_interval', '10s', 'a statement whose asker is gone ends'],
  ['temp_file_limit', '2GB', 'the sorting of one session must not fill the disk'],
];

const SMALL_MACHINE: ClusterSetting[] = [
  ['autovacuum_max_workers', 2, 'of which each takes memory and a core'],
  ['autovacuum_naptime', '30s', 'small tables that change often stay small'],
  ['max_worker_processes', 4, 'each may take memory and a core of two'],
  [
    'max_parallel_workers_per_gather',
    0,
    'statements are short, and what workers share is in /dev/shm, which containers bound',
  ],
  ['max_parallel_maintenance_workers', 0, 'an index that is built must not take both cores either'],
  ['jit', 'off', 'statements are short; the programs are built without it'],
];

// Statements and the values in their errors are people's data, so PostgreSQL logs neither. The
// server logs the errors of its own statements; errors of PostgreSQL's background processes that
// end nothing, such as a vacuum's, are not logged.
const LOG: ClusterSetting[] = [
  ['logging_collector', 'off', 'the server reads the log and bounds it'],
  ['log_destination', 'stderr', 'the server reads PostgreSQL’s error output'],
  ['log_min_messages', 'log', 'what happens to PostgreSQL, not to single statements'],
  ['log_min_error_statement', 'panic', 'statements hold people’s data'],
  ['log_parameter_max_length_on_error', 0, 'values are people’s data'],
  ['log_error_verbosity', 'terse', 'details quote the values that broke a constraint'],
  ['log_checkpoints', 'off', 'they would fill the bounded log'],
  ['log_autovacuum_min_duration', '1min', 'shorter ones would fill the bounded log'],
  ['log_line_prefix', '%m [%p] ', 'when, and which process'],
];

const sinceVersion18: ClusterSetting[] = [
  ['max_active_replication_origins', 0, 'a checkpoint would write their file, and end PostgreSQL where a disk is full'],
  ['io_method', 'sync', 'workers that read ahead take memory, and the operating system has most pages in its cache'],
];

/** Seconds; what is confirmed in between is lost with the disk. */
const SEGMENT_SECONDS = 30;

/**
 * `now`: hands the log to this process (`hand-over.ts`). `later`: keeps segments until a server
 * with BACKUP_URL runs.
 */
const archiving = (how: 'now' | 'later'): ClusterSetting[] => [
  ['archive_mode', 'on', 'each segment of the log stays here until it is kept elsewhere'],
  ['archive_command', how === 'now' ? ARCHIVE_COMMAND : '', 'asks this process, which has the keys of the place'],
  ['archive_timeout', `${SEGMENT_SECONDS}s`, 'bounds what is lost with the disk where little is written'],
];

/**
 * The settings of PostgreSQL `version` for a machine with `memory` megabytes and the archiving
 * of its log.
 */
export const settingsFor = (
  memory: number,
  version: number,
  archives: 'now' | 'later' | 'never' = 'never',
): ClusterSetting[] => [
  ...memorySettings(memory),
  ...CONNECTIONS,
  ...DURABILITY,
  ...LIMITS,
  ...SMALL_MACHINE,
  ...LOG,
  ...(archives === 'never' ? [] : archiving(archives)),
  ...(version >= 18 ? sinceVersion18 : []),
];

/** The same as arguments of `postgres`. */
export const settingArguments = (settings: readonly ClusterSetting[]): string[] =>
  settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
