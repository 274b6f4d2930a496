import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MODE = 0o700;

type Options = {
  /** True to leave an entry out, by its path below the folder; of a folder, only its content. */
  skip?: (path: string) => boolean;
  /** Leaves existing files as they are. */
  skipExisting?: boolean;
};

/** Copies a file, unless it has been removed meanwhile, or exists already and may stay. */
const copyOne = async (from: string, to: string, skipExisting: boolean): Promise<void> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE | (skipExisting ? constants.COPYFILE_EXCL : 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && !(skipExisting && code === 'EEXIST')) throw error;
  }
};

/**
 * Copies the files and folders in a folder into another one, which is made when it is missing.
 * Links, and files that are removed meanwhile, are left out. Only their owner may enter the
 * folders.
 */
export const copyTree = async (
  from: string,
  to: string,
  { skip = () => false, skipExisting = false }: Options = {},
): Promise<void> => {
  const copyInto = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true, mode: MODE });
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const below = join(path, entry.name);
      if (entry.isDirectory() && skip(below)) await mkdir(join(to, below), { recursive: true, mode: MODE });
      else if (entry.isDirectory()) await copyInto(below);
      else if (entry.isFile() && !skip(below)) await copyOne(join(from, below), join(to, below), skipExisting);
    }
  };
  await copyInto('');
};
