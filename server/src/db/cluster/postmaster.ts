import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { PostmasterLog } from './postmaster-log.ts';
import { commandAs, endingWithUs, type RunAs, signalAs } from './run-as.ts';

/** The lines of interest of `postmaster.pid`, which a running PostgreSQL keeps in its folder. */
type PostmasterFile = { pid: number; socketDir: string; ready: boolean };

const pathOf = (folder: string): string => join(folder, 'postmaster.pid');

/** Reads the file; null if there is none. Lines that are not written yet are empty. */
export const readPostmasterFile = (folder: string): PostmasterFile | null => {
  try {
    const [pid, , , , socketDir = '', , , state = ''] = fs.readFileSync(pathOf(folder), 'utf8').split('\n');
    // A single-user PostgreSQL writes its process number negative.
    return { pid: Math.abs(Number(pid)), socketDir, ready: state.trim() === 'ready' };
  } catch {
    return null;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isZombie = (pid: number): boolean => {
  try {
    // The state follows the name in parentheses; Z is a process that has ended.
    return /\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** True if the process is a PostgreSQL on this folder, by working folder and command line. */
const isPostmasterOf = (folder: string, pid: number): boolean => {
  if (!isAlive(pid) || isZombie(pid)) return false;
  const real = fs.realpathSync(folder);
  if (fs.existsSync('/proc/self')) {
    const read = (name: string): string => {
      try {
        return name === 'cwd' ? fs.readlinkSync(`/proc/${pid}/cwd`) : fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    };
    return (
      read('cwd') === real ||
      read('cmdline')
        .split('\0')
        .some((word) => word === folder || word === real)
    );
  }
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes(folder) || stdout.includes(real);
};

/** The PostgreSQL that runs on the folder, or null. A file that a crash left does not count. */
export const runningPostmaster = (folder: string): PostmasterFile | null => {
  const found = readPostmasterFile(folder);
  return found && found.pid > 0 && isPostmasterOf(folder, found.pid) ? found : null;
};

/**
 * Removes a file that a crash left. Its process number may belong to another process by now, which
 * PostgreSQL would take for itself. Call it only while nothing else can start a PostgreSQL on the
 * folder.
 */
const removeStalePostmasterFile = (folder: string): void => {
  if (!runningPostmaster(folder)) fs.rmSync(pathOf(folder), { force: true });
};

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
  /** Milliseconds that a start may take; two minutes when absent. */
  startMs?: number | undefined;
};

/** A PostgreSQL on a cluster's folder, started by this process and ended with it. */
export type Postmaster = {
  /** Resolves when PostgreSQL has ended, for any reason. */
  ended: Promise<void>;
  /** Has its processes read their settings, which wakes those that sleep. */
  reload: () => void;
  /** Ends its sessions and then PostgreSQL itself, with everything on the disk. */
  stop: () => Promise<void>;
};

const POLL_MS = 10;
const STOPPED = 'PostgreSQL was stopped while it started';
/** Milliseconds; a slow disk takes that long to read half a gigabyte of log after a crash. */
const START_MS = 120_000;
/** Milliseconds of a fast shutdown, which writes memory to disk; the log holds what is left. */
const FAST_STOP_MS = 3_000;
/** An immediate shutdown only sends signals. */
const IMMEDIATE_STOP_MS = 1_000;
const ORPHAN_STOP_MS = 60_000;

const launch = ({ folder, socketDir, binaries, runAs, settings, log }: PostmasterOptions): ChildProcess => {
  const postgres = [binaries.postgres, '-D', folder, '-k', socketDir, ...settings];
  // On systems that cannot end PostgreSQL with this process, the next start does.
  const [program = '', ...args] = endingWithUs(runAs, 'INT', postgres);
  const command = commandAs(runAs, program, args);
  const child = spawn(command.program, command.args, {
    ...command.options,
    cwd: '/',
    // Ctrl-C signals the terminal's group, and would end PostgreSQL before the open requests.
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

/** Tries a fast shutdown, then an immediate one (the next start reads the log), then kills. */
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
      // It has ended already, and its exit event follows.
    }
    await Promise.race([end, delay(patience, null, { ref: false })]);
  }
};

/** Starts PostgreSQL until it takes connections. Throws with its last FATAL or PANIC line. */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { folder, runAs, log, signal, startMs = START_MS } = options;
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
  const deadline = performance.now() + startMs;
  while (!isReady(folder, child.pid)) {
    if (over) throw new Error(log.lastError() ?? log.lastLines().at(-1) ?? 'PostgreSQL ended without a word');
    const late = performance.now() > deadline;
    if (late || signal?.aborted) {
      await stopChild(child, runAs, ended);
      throw new Error(late ? `PostgreSQL did not start within ${startMs / 1000} seconds` : STOPPED);
    }
    await delay(POLL_MS);
  }
  const { pid } = child;
  return {
    ended,
    reload: () => pid !== undefined && !over && signalAs(runAs, pid, 'SIGHUP'),
    stop: () => stopChild(child, runAs, ended),
  };
};

/**
 * Removes a killed PostgreSQL's files in its socket folder. Its lock names a process number that
 * may belong to another process by now, or to a zombie.
 */
const clearSocketFolder = (socketDir: string): void => {
  for (const name of fs.readdirSync(socketDir)) fs.rmSync(join(socketDir, name));
};

/** Ends a killed server's PostgreSQL and removes its files. The caller has the lock. */
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
