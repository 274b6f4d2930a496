import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { awaitLater } from '#lib/gather.ts';
import { PATTERNS_LEFT_OUT } from './copy-cluster.ts';
import { commandAs, endingWithUs, type RunAs } from './run-as.ts';
import { asSuperuser } from './superuser.ts';

/**
 * Makes streamed files a database: the label, and the log from `first` to `last`. The system
 * identifier is PostgreSQL's name of the database.
 */
export type StreamedCluster = { label: string; first: string; last: string; system: string };

/** Runs tar as PostgreSQL's user, whose files root must not read or write by name. */
const runTar = (runAs: RunAs, args: string[], stdio: ('ignore' | 'pipe')[]) => {
  const [wrapped = '', ...rest] = endingWithUs(runAs, 'KILL', ['tar', ...args]);
  const { program, args: words, options } = commandAs(runAs, wrapped, rest);
  const child = spawn(program, words, { ...options, cwd: '/', stdio });
  return { child, ended: awaitLater(once(child, 'close') as Promise<[number | null]>) };
};

/** Tar's code where files changed, shrank or went while it read them, which the log mends. */
const CHANGED = 1;

/** Packs a folder; the stream fails at its end if tar did. */
export const packFolder = (
  folder: string,
  runAs: RunAs,
  {
    what = ['.'],
    without = [],
    mayChange = false,
  }: { what?: string[]; without?: readonly string[]; mayChange?: boolean },
): Readable => {
  const excluded = without.map((pattern) => `--exclude=${pattern}`);
  const { child, ended } = runTar(runAs, ['-C', folder, ...excluded, '-cf', '-', ...what], ['ignore', 'pipe', 'pipe']);
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('tar has no output');
  const said = awaitLater(text(stderr));
  const whole = async function* (): AsyncIterable<Buffer> {
    yield* stdout;
    const [code] = await ended;
    if (code === 0 || (mayChange && code === CHANGED)) return;
    throw new Error(`tar ended with ${code}: ${(await said).trim().split('\n').at(-1)}`);
  };
  return Readable.from(whole(), { objectMode: false });
};

// Tar reads to the end of its input, since it would else leave before its sender has sent all.
const UNPACKING = ['--no-same-owner', '--ignore-zeros'];

/** Unpacks into a folder that exists, as the user to whom it belongs. */
export const unpackFolder = async (packed: Readable, folder: string, runAs: RunAs): Promise<void> => {
  const { child, ended } = runTar(runAs, ['-C', folder, ...UNPACKING, '-xpf', '-'], ['pipe', 'ignore', 'pipe']);
  const { stdin, stderr } = child;
  if (!stdin || !stderr) throw new Error('tar has no input');
  const said = awaitLater(text(stderr));
  // Tar's own words tell more than the pipe that broke when it ended.
  const written = await pipeline(packed, stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const [code] = await ended;
  if (code !== 0)
    throw new Error(`tar ended with ${code}: ${(await said).trim().split('\n').at(-1)}`, { cause: written });
  if (written !== null) throw written;
};

/** Seconds for which PostgreSQL waits until the archive has the log of a copy. */
const ARCHIVED_SECONDS = 600;

/**
 * Hands the files of a running cluster to `take`, as tar packs them, by PostgreSQL's non-exclusive
 * backup. They are a database together with the log, which the archive has when this ends. Throws a
 * `StartRefusal` when PostgreSQL ends meanwhile.
 */
export const streamRunningCluster = (
  connection: pg.PoolConfig,
  folder: string,
  runAs: RunAs,
  take: (packed: Readable) => Promise<void>,
): Promise<StreamedCluster> =>
  asSuperuser(connection, async (query) => {
    const { system = '' } = await query('SELECT system_identifier AS system FROM pg_control_system()');
    const { first = '' } = await query("SELECT pg_walfile_name(pg_backup_start('banbo', true)) AS first");
    await take(packFolder(folder, runAs, { without: PATTERNS_LEFT_OUT, mayChange: true }));
    await query(`SET statement_timeout = '${ARCHIVED_SECONDS}s'`);
    const { last = '', label = '' } = await query(
      'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(true)',
    );
    return { label, first, last, system };
  });
