import fs from 'node:fs';
import { dirname, join } from 'node:path';

const flush = (path: string): void => {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

/** Brings all of a folder to the disk. */
const flushTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) flush(join(entry.parentPath, entry.name));
  }
  flush(folder);
};

/**
 * Makes a folder so that it appears whole or not at all: `make` fills `${folder}.draft`, which is brought to the disk and
 * then gets its name. The folder must not exist. A draft that a crash left is removed first.
 */
export const makeAside = async (folder: string, make: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${folder}.draft`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  try {
    await make(draft);
    flushTree(draft);
    fs.renameSync(draft, folder);
    flush(dirname(folder));
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
};
