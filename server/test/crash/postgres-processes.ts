import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../src/db/cluster/make-cluster.ts';
import { readPostmasterFile } from '../../src/db/cluster/postmaster.ts';

/** The process number of the PostgreSQL that a server started on its folder. */
export const postmasterOf = (dataDir: string): number => {
  const file = readPostmasterFile(join(dataDir, 'database'));
  if (!file) throw new Error(`No PostgreSQL runs on ${dataDir}`);
  return file.pid;
};

const worksIn = (pid: string, folder: string): boolean => {
  try {
    // A zombie, which has ended and waits for its parent to notice, works in no folder.
    return readlinkSync(`/proc/${pid}/cwd`) === folder && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The number of PostgreSQL's processes, of any kind, on the folder of a server. */
export const countPostgres = (dataDir: string): number => {
  const folder = join(dataDir, 'database');
  if (existsSync('/proc/self'))
    return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && worksIn(pid, folder)).length;
  const all = execFileSync('ps', ['-axo', 'args='], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes(folder)).length;
};

const ps = (...columns: string[]): string[][] => {
  const all = execFileSync('ps', ['-axo', columns.map((column) => `${column}=`).join()], { encoding: 'utf8' });
  return all.split('\n').map((line) => line.trim().split(/\s+/));
};

/** The process number of the `initdb` that fills a folder. */
export const initdbOf = (folder: string): number => {
  const [pid] =
    ps('pid', 'args').find(([, program = '', option, filled]) => {
      return program.endsWith('/initdb') && option === '-D' && filled === folder;
    }) ?? [];
  if (!pid) throw new Error(`No initdb fills ${folder}`);
  return Number(pid);
};

/** Whether a process is still there; a zombie is not. */
export const isRunning = (process: number): boolean =>
  ps('pid', 'stat').some(([pid, state = '']) => Number(pid) === process && !state.startsWith('Z'));

/** The process numbers of the sessions that a server has with its PostgreSQL. */
export const sessionsOf = (dataDir: string): number[] => {
  const postmaster = String(postmasterOf(dataDir));
  return ps('pid', 'ppid', 'args').flatMap(([pid = '', parent, ...args]) => {
    return parent === postmaster && args.join(' ').startsWith(`postgres: ${DATABASE} `) ? [Number(pid)] : [];
  });
};
