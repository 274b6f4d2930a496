import { open } from 'node:fs/promises';

/** True of the system's error for a file or folder that is not there. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Makes the names in a folder, or a file's content, survive a power cut. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
};
