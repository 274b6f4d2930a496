import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

/** The lines of interest of `postmaster.pid`, which a running PostgreSQL keeps in its folder. */
export type PostmasterFile = { pid: number; socketDir: string; ready: boolean };

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
    // The state follows the name in parentheses; a zombie has ended and waits for its parent to notice.
    return /\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Whether the process is a PostgreSQL on this folder: it works in that folder and names it on its command line. */
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
 * Removes a file that a crash left. Its process number may belong to another process by now, which PostgreSQL would
 * take for itself. Call it only while nothing else can start a PostgreSQL on the folder.
 */
export const removeStalePostmasterFile = (folder: string): void => {
  if (!runningPostmaster(folder)) fs.rmSync(pathOf(folder), { force: true });
};
