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

/** Of the spare file this much is kept for starts, of which each may take a part: PostgreSQL writes small files then. */
const RESERVE_BYTES = 2 * MB;
const START_BYTES = MB / 4;

const appendTo = (path: string, bytes: number): void => {
  const file = fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_NOFOLLOW, 0o600);
  try {
    // A file system that compresses would keep nothing free for zeros.
    const chunk = randomBytes(MB);
    for (let at = 0; at < bytes; at += MB) fs.writeSync(file, chunk, 0, MB, at);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

export type DiskSpace = {
  /** False while the disk is too full to write on. */
  hasRoom: () => boolean;
  /** True while PostgreSQL itself may find no room to run. */
  isFull: () => boolean;
  /** Looks at the disk, and gives up so much of what is spare that PostgreSQL can start. */
  makeRoomToStart: () => void;
  stop: () => void;
};

/**
 * Watches the disk of the spare file `path`. The file keeps 32 MB free for PostgreSQL's log and for what PostgreSQL writes
 * when it starts: most of it is given up while less than 64 MB are left, and held again when there is room for both.
 * `hasRoom` is false from the one to the other.
 */
export const watchDiskSpace = (path: string): DiskSpace => {
  const free = (): number => {
    const { bavail, bsize } = fs.statfsSync(dirname(path));
    return bavail * bsize;
  };
  const size = (): number => fs.lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const shrinkTo = (bytes: number): void => {
    if (size() > bytes) fs.truncateSync(path, bytes);
  };
  const hold = (): void => {
    try {
      appendTo(path, SPARE_BYTES);
    } catch {
      shrinkTo(RESERVE_BYTES);
    }
  };
  let room = free() >= LOW_BYTES + MARGIN_BYTES;
  const look = (): void => {
    const left = free();
    if (left < LOW_BYTES) {
      shrinkTo(RESERVE_BYTES);
      room = false;
    } else if (size() === SPARE_BYTES) room = true;
    else if (left >= SPARE_BYTES + LOW_BYTES + MARGIN_BYTES) hold();
  };
  // A disk that cannot be asked is one that cannot be written to.
  const lookSafely = (): void => {
    try {
      look();
    } catch {
      room = false;
    }
  };
  lookSafely();
  const timer = setInterval(lookSafely, EVERY_MS).unref();
  return {
    hasRoom: () => room,
    isFull: () => free() < MARGIN_BYTES,
    makeRoomToStart: () => {
      lookSafely();
      if (free() < START_BYTES) shrinkTo(Math.max(0, size() - START_BYTES));
    },
    stop: () => clearInterval(timer),
  };
};
