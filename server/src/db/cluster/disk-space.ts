import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';

const MB = 1024 * 1024;
/** Two segments of the write-ahead log: the one that a full disk would refuse, and one more. */
const SPARE_BYTES = 32 * MB;
/** Below this nobody may write: PostgreSQL ends with a PANIC where its log finds no room, and then nobody can read either. */
const LOW_BYTES = 64 * MB;
/** So much more than both, that the file does not come and go. */
const MARGIN_BYTES = 16 * MB;
const EVERY_MS = 1_000;

const write = (path: string): void => {
  const file = fs.openSync(path, 'w', 0o600);
  try {
    // A file system that compresses would keep nothing free for zeros.
    const chunk = randomBytes(MB);
    for (let at = 0; at < SPARE_BYTES; at += MB) fs.writeSync(file, chunk, 0, MB, at);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

export type DiskSpace = {
  /** False while the disk is too full to write on. */
  hasRoom: () => boolean;
  /** Looks now, instead of within a second. */
  look: () => void;
  stop: () => void;
};

/**
 * Watches the disk of the spare file `path`. The file keeps 32 MB free for PostgreSQL's log and for what PostgreSQL writes
 * when it starts: it is given up while less than 64 MB are left, and held again when there is room for both. `hasRoom`
 * says whether it is held.
 */
export const watchDiskSpace = (path: string): DiskSpace => {
  const free = (): number => {
    const { bavail, bsize } = fs.statfsSync(dirname(path));
    return bavail * bsize;
  };
  const isHeld = (): boolean => fs.statSync(path, { throwIfNoEntry: false })?.size === SPARE_BYTES;
  const giveUp = (): void => fs.rmSync(path, { force: true });
  const hold = (): void => {
    try {
      write(path);
    } catch {
      giveUp();
    }
  };
  let room = false;
  const look = (): void => {
    if (free() < LOW_BYTES) giveUp();
    else if (!isHeld() && free() >= SPARE_BYTES + LOW_BYTES + MARGIN_BYTES) hold();
    room = isHeld();
  };
  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return { hasRoom: () => room, look, stop: () => clearInterval(timer) };
};
