import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';

const MB = 1024 * 1024;
/** Two segments of the write-ahead log: the one that a full disk would refuse, and one more. */
const DISK_RESERVE_BYTES = 32 * MB;
/**
 * Below this, connections may only read: PostgreSQL ends with a PANIC when its log finds no room, and then reading ends
 * too.
 */
const LOW_BYTES = 64 * MB;
/** The margin above both, so that the file does not come and go. */
const MARGIN_BYTES = 16 * MB;
const EVERY_MS = 1_000;

/**
 * The part of the reserve file that is kept for starts, each of which may take some of it, because PostgreSQL writes
 * small files then.
 */
const START_RESERVE_BYTES = 2 * MB;
const START_BYTES = MB / 4;

const appendTo = (path: string, bytes: number): void => {
  const file = fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_NOFOLLOW, 0o600);
  try {
    // Random bytes, since a file system that compresses would keep nothing free for zeros.
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
  /** Measures the disk, and shrinks the reserve file far enough for PostgreSQL to start. */
  makeRoomToStart: () => void;
  stop: () => void;
};

/**
 * Watches the disk of the reserve file `path`. The file holds 32 MB for PostgreSQL's log and for the files that it
 * writes at a start: most of it is given up while less than 64 MB are left, and taken again when there is room for
 * both. `hasRoom` is false in between.
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
      appendTo(path, DISK_RESERVE_BYTES);
    } catch {
      shrinkTo(START_RESERVE_BYTES);
    }
  };
  let room = free() >= LOW_BYTES + MARGIN_BYTES;
  const look = (): void => {
    const left = free();
    if (left < LOW_BYTES) {
      shrinkTo(START_RESERVE_BYTES);
      room = false;
    } else if (size() === DISK_RESERVE_BYTES) room = true;
    else if (left >= DISK_RESERVE_BYTES + LOW_BYTES + MARGIN_BYTES) hold();
  };
  // Treats a disk that cannot be measured as one that cannot be written to.
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
