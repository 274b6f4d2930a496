import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MODE = 0o700;

const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

type Options = {
  /** Of an entry, by its path below the folder: its content is left out, of a folder everything that is in it. */
  skip?: (path: string) => boolean;
  /** A file that is there already is left as it is. */
  keep?: boolean;
};

/**
 * Copies what is in a folder into another one, which is made when it is missing. Files that go meanwhile are left out.
 * Folders are their owner's alone.
 */
export const copyTree = async (
  from: string,
  to: string,
  { skip = () => false, keep = false }: Options = {},
): Promise<void> => {
  const copyInto = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true, mode: MODE });
    const entries = await readdir(join(from, path), { withFileTypes: true });
    for (const entry of entries) {
      const below = join(path, entry.name);
      if (entry.isDirectory() && skip(below)) await mkdir(join(to, below), { recursive: true, mode: MODE });
      else if (entry.isDirectory()) await copyInto(below);
      else if (entry.isFile() && !skip(below)) {
        const how = constants.COPYFILE_FICLONE | (keep ? constants.COPYFILE_EXCL : 0);
        await unlessGone(
          copyFile(join(from, below), join(to, below), how).catch((error: NodeJS.ErrnoException) => {
            if (!(keep && error.code === 'EEXIST')) throw error;
          }),
        );
      }
    }
  };
  await copyInto('');
};
