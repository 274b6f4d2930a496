import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { PostmasterLog } from './postmaster-log.ts';
import { readPostmasterFile, removeStalePostmasterFile, runningPostmaster } from './postmaster-pid.ts';
import { commandAs, endingWithUs, type RunAs, signalAs } from './run-as.ts';

export type PostmasterOptions = {
  folder: string;
  socketDir: string;
  binaries: Binaries;
  runAs: RunAs;
  /** Arguments of `postgres` besides `-D` and `-k`. */
  settings: readonly string[];
  log: PostmasterLog;
  /** Ends a start that is no longer wanted. */
  signal?: AbortSignal | undefined;
};

/** A PostgreSQL on a cluster's folder, started by this process and ended with it. */
export type Postmaster = {
  /** Resolves when it has ended, in whatever way. */
  ended: Promise<void>;
  /** Ends its sessions and then itself, with everything on the disk. */
  stop: () => Promise<void>;
};

const POLL_MS = 10;
const STOPPED = 'PostgreSQL was stopped while it started';
/** Reading the log of half a gigabyte after a crash takes a slow disk that long. */
const START_MS = 120_000;
/** A fast shutdown writes down what is in memory; what it had no time for, the next start reads in the log. */
const FAST_STOP_MS = 3_000;
/** An immediate shutdown only sends signals. */
const IMMEDIATE_STOP_MS = 1_000;
const ORPHAN_STOP_MS = 60_000;

const launch = ({ folder, socketDir, binaries, runAs, settings, log }: PostmasterOptions): ChildProcess => {
  const postgres = [binaries.postgres, '-D', folder, '-k', socketDir, ...settings];
  // Where the system cannot end it with us, the next start does.
  const [program = '', ...args] = endingWithUs(runAs, 'INT', postgres);
  const command = commandAs(runAs, program, args);
  const child = spawn(command.program, command.args, {
    ...command.options,
    cwd: '/',
    // Ctrl-C is told to all of the terminal's group, and would end it before the requests in flight.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.stderr) log.read(child.stderr);
  return child;
};

/** Resolves when the process has ended, or could not be started at all. */
const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.on('error', () => {
      if (child.pid === undefined) resolve();
    });
    child.on('close', () => resolve());
  });

const isReady = (folder: string, pid: number | undefined): boolean => {
  const file = readPostmasterFile(folder);
  return file !== null && file.pid > 0 && (file.pid === pid || pid === undefined) && file.ready;
};

const SIGNALS = [
  ['SIGINT', FAST_STOP_MS],
  ['SIGQUIT', IMMEDIATE_STOP_MS],
  ['SIGKILL', IMMEDIATE_STOP_MS],
] as const;

/** Asks for a fast shutdown, then for an immediate one, whose rest the next start reads from the log, and then kills. */
const stopChild = async (child: ChildProcess, runAs: RunAs, ended: Promise<void>): Promise<void> => {
  let over = false;
  const end = ended.then(() => {
    over = true;
  });
  for (const [signal, patience] of SIGNALS) {
    if (over || child.pid === undefined) return;
    try {
      signalAs(runAs, child.pid, signal);
    } catch {
      // It has ended, and the news of it is on its way.
    }
    await Promise.race([end, delay(patience, null, { ref: false })]);
  }
};

/** Starts PostgreSQL and waits until it takes connections. Throws with its last grave line when it ends before. */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { folder, runAs, log, signal } = options;
  await stopOrphan(folder, runAs, signal);
  clearSocketFolder(options.socketDir);
  log.begin();
  const child = launch(options);
  let over = false;
  const ended = endOf(child).then(() => {
    over = true;
  });
  const endWithUs = () => {
    child.kill('SIGINT');
  };
  process.on('exit', endWithUs);
  ended.then(() => process.off('exit', endWithUs));
  const deadline = performance.now() + START_MS;
  while (!isReady(folder, child.pid)) {
    if (over) throw new Error(log.lastError() ?? log.lastLines().at(-1) ?? 'PostgreSQL ended without a word');
    const late = performance.now() > deadline;
    if (late || signal?.aborted) {
      await stopChild(child, runAs, ended);
      throw new Error(late ? `PostgreSQL did not start within ${START_MS / 1000} seconds` : STOPPED);
    }
    await delay(POLL_MS);
  }
  return { ended, stop: () => stopChild(child, runAs, ended) };
};

/**
 * Removes what a PostgreSQL that was killed left in its socket's folder. Its lock names a process number that may belong to
 * somebody else by now, or to a process that ended and that nobody has asked about.
 */
const clearSocketFolder = (socketDir: string): void => {
  for (const name of fs.readdirSync(socketDir)) fs.rmSync(join(socketDir, name));
};

/**
 * Ends the PostgreSQL that a former server left on the folder when it was killed, and removes what it left. To be called
 * only by who holds the folder's lock.
 */
const stopOrphan = async (folder: string, runAs: RunAs, signal: AbortSignal | undefined): Promise<void> => {
  const deadline = performance.now() + ORPHAN_STOP_MS;
  for (let orphan = runningPostmaster(folder); orphan; orphan = runningPostmaster(folder)) {
    if (performance.now() > deadline) throw new Error(`a PostgreSQL (process ${orphan.pid}) that does not end has it`);
    if (signal?.aborted) throw new Error(STOPPED);
    try {
      signalAs(runAs, orphan.pid, 'SIGINT');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await delay(POLL_MS * 5);
  }
  removeStalePostmasterFile(folder);
};
