import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Flushes a file, or the names in a folder, to the disk. */
export const flush = (path: string): void => {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

/** Files that are flushed at once: the disk takes them together, and each alone waits for it. */
const AT_ONCE = 8;

const flushAll = async (paths: Iterator<string, undefined>): Promise<void> => {
  for (let next = paths.next(); !next.done; next = paths.next()) {
    await using file = await open(next.value, 'r');
    await file.sync();
  }
};

/** Flushes a folder with all its content to the disk. */
const flushTree = async (folder: string): Promise<void> => {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => flushAll(paths)));
  flush(folder);
};

/** The folder that `makeAside` fills before it gets its name. */
export const draftOf = (folder: string): string => `${folder}.draft`;

/** Removes an unfinished folder that a crash left. Only call it while nothing else can make it. */
export const removeDraft = (folder: string): void => fs.rmSync(draftOf(folder), { recursive: true, force: true });

/**
 * Makes a folder so that it appears whole or not at all: `make` fills its draft, which is flushed
 * to the disk and then gets its name. The folder must not exist, or be empty. The draft must not
 * exist; it is removed when making it fails or the process exits meanwhile.
 */
export const makeAside = async (folder: string, make: (draft: string) => Promise<void>): Promise<void> => {
  const draft = draftOf(folder);
  const remove = () => removeDraft(folder);
  fs.mkdirSync(draft, { mode: 0o700 });
  process.on('exit', remove);
  try {
    await make(draft);
    await flushTree(draft);
    fs.renameSync(draft, folder);
    flush(dirname(folder));
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
};
