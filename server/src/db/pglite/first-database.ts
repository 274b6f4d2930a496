import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { openEngine } from './engine.ts';
import type { SpareSpace } from './spare-space.ts';

const flush = (path: string): void => {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
};

const flushTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) flush(join(folder, entry));
  flush(folder);
};

/**
 * Makes the folder with an empty database unless it is there. It appears whole or not at all: a half-made one, left by a
 * crash during the first start, would never open again.
 */
export const ensureDatabase = async (folder: string, spare: SpareSpace): Promise<void> => {
  if (fs.existsSync(folder)) return;
  const draft = `${folder}.draft`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const engine = await openEngine(draft, spare);
  await engine.close();
  flushTree(draft);
  fs.renameSync(draft, folder);
  flush(dirname(folder));
};
