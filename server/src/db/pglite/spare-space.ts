import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/** Two segments of the write-ahead log: the one that a full disk refused, and one more. */
const SPARE_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

const write = (path: string): void => {
  const file = fs.openSync(path, 'w', 0o600);
  try {
    // A file system that compresses would keep nothing free for zeros.
    const chunk = randomBytes(CHUNK_BYTES);
    for (let at = 0; at < SPARE_BYTES; at += CHUNK_BYTES) fs.writeSync(file, chunk, 0, CHUNK_BYTES, at);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

/**
 * A file that keeps disk space free for the write-ahead log. The engine cannot roll back when the log finds no room, so
 * that room is set aside while there is some.
 */
export type SpareSpace = {
  /** Gives the space back to the disk; false when it was given already. */
  release: () => boolean;
  /** Sets the space aside again; false while the disk is too full for it. */
  restore: () => boolean;
};

export const setAside = (path: string): SpareSpace => {
  const held = (): boolean => fs.statSync(path, { throwIfNoEntry: false })?.size === SPARE_BYTES;
  return {
    release: () => {
      const had = held();
      fs.rmSync(path, { force: true });
      return had;
    },
    restore: () => {
      if (held()) return true;
      try {
        write(path);
        return held();
      } catch {
        fs.rmSync(path, { force: true });
        return false;
      }
    },
  };
};
