import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { allowPassing } from '#db/cluster/run-as.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type Config, readConfig } from './config.ts';

// Not `recursive`, which never ends where no folder can be made (in /proc).
const make = (folder: string): void => {
  if (fs.existsSync(folder)) return;
  make(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    allowPassing(folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
};

/** The path of `DATA_DIR`, made private when missing. Throws a `StartRefusal` if unwritable. */
export const prepareDataDir = (dataDir: string): string => {
  const folder = resolve(dataDir);
  try {
    make(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new StartRefusal(`The setting DATA_DIR is unusable: ${folder} is a file, and must be a folder`);
    }
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StartRefusal(`The setting DATA_DIR is unusable: ${folder} cannot be written to${code}`, { cause: error });
  }
  return folder;
};

/** The settings of a program that works on the data in `DATA_DIR`, which must be there. */
export const readConfigOfData = (environment: Record<string, string | undefined>): Config => {
  const config = readConfig(environment);
  const DATA_DIR = resolve(config.DATA_DIR);
  if (config.DATABASE_URL === undefined && !fs.existsSync(DATA_DIR)) {
    throw new StartRefusal(`There is no folder ${DATA_DIR}: set DATA_DIR`);
  }
  return { ...config, DATA_DIR };
};
