import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';

const MB = 1024 * 1024;
/**
 * Below this, connections may only read, apart from work that uses the reserve: PostgreSQL ends
 * with a PANIC when its log finds no room, and then reading ends too.
 */
const LOW_BYTES = 64 * MB;
/** The reserve file is cut to keep this much free: a segment of the log, and room for rows. */
const KEPT_FREE_BYTES = 24 * MB;
/** A segment of the log, without which nothing at all is written. */
const FLOOR_BYTES = 16 * MB;
/** Four segments of the log: one that a full disk would refuse, two more, and one for a start. */
const DISK_RESERVE_BYTES = 64 * MB;
/** A margin above the low mark, so that the reserve is not made and removed in turns. */
const MARGIN_BYTES = 16 * MB;
const EVERY_MS = 1_000;

/**
 * The part of the reserve for starts: no program gets it while PostgreSQL runs. A start takes a
 * piece for small files such as its lock; the rest, a segment of the log, is for a start that fails
 * without it.
 */
const START_RESERVE_BYTES = FLOOR_BYTES + 2 * MB;
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

/** The bytes of all files below a folder; files that are removed meanwhile count nothing. */
export const bytesIn = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (fs.lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );

export type DiskSpace = {
  /** False while the disk is too full to write on. */
  hasRoom: () => boolean;
  /** False while it is too full even for the few writes that go on without room. */
  hasReserve: () => boolean;
  /** True while PostgreSQL itself may find no room to run. */
  isFull: () => boolean;
  /** Measures the disk, and shrinks the reserve file far enough for PostgreSQL to start. */
  makeRoomToStart: () => void;
  /** Gives up the whole reserve file, for a start that has failed on a full disk. */
  giveUpReserve: () => void;
  stop: () => void;
};

/**
 * Watches the disk of the reserve file `path`. The file holds 64 MB for PostgreSQL's log, for the
 * writes that go on without room, and for the files that PostgreSQL writes at a start. `hasRoom`
 * turns false when less than 64 MB are left. When less than 24 are left, the file is given up by as
 * much, until only the part for starts remains. It is taken again when there is room for both, and
 * `hasRoom` is true from then on.
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
  let reserve = true;
  const measure = (): void => {
    const left = free();
    if (left < LOW_BYTES) {
      room = false;
      if (left < KEPT_FREE_BYTES) shrinkTo(Math.max(START_RESERVE_BYTES, size() - (KEPT_FREE_BYTES - left)));
      reserve = free() >= FLOOR_BYTES;
      return;
    }
    reserve = true;
    if (size() === DISK_RESERVE_BYTES) room ||= left >= LOW_BYTES + MARGIN_BYTES;
    else if (left >= DISK_RESERVE_BYTES + LOW_BYTES + MARGIN_BYTES) hold();
  };
  // Treats a disk that cannot be measured as one that cannot be written to.
  const measureSafely = (): void => {
    try {
      measure();
    } catch {
      room = false;
      reserve = false;
    }
  };
  measureSafely();
  const timer = setInterval(measureSafely, EVERY_MS).unref();
  return {
    hasRoom: () => room,
    hasReserve: () => reserve,
    isFull: () => free() < FLOOR_BYTES,
    makeRoomToStart: () => {
      measureSafely();
      if (free() < START_BYTES) shrinkTo(Math.max(0, size() - START_BYTES));
    },
    giveUpReserve: () => shrinkTo(0),
    stop: () => clearInterval(timer),
  };
};
