import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartRefusal } from '#lib/start-refusal.ts';

// Not `recursive`, which tries for ever where nothing can be made (in /proc).
const make = (folder: string): void => {
  if (fs.existsSync(folder)) return;
  make(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
};

/**
 * The absolute path of `DATA_DIR`, made for this user alone when it is missing. Throws a `StartRefusal` when it cannot be
 * written to.
 */
export const prepareDataDir = (dataDir: string): string => {
  const folder = resolve(dataDir);
  try {
    make(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StartRefusal(`The setting DATA_DIR is unusable: ${folder} cannot be written to${code}`, { cause: error });
  }
  return folder;
};
