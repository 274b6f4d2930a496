import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

// A container may have less than its machine; Node 22 and newer know.
const freeMemory = () => process.availableMemory?.() ?? freemem();

const hasRoom = () => {
  if (!existsSync(IN_MEMORY) || freeMemory() < NEEDED_BYTES) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > NEEDED_BYTES;
};

/**
 * Settings that let tests keep temporary files in memory, if the machine has enough. Each test file
 * has its own database of some 300 files, and creating files is a disk's slowest work.
 */
export const temporaryFilesInMemory = () => {
  if (!hasRoom()) return {};
  const folder = mkdtempSync(join(IN_MEMORY, 'banbo-test-'));
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
};
