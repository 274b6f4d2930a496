import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { dataFolder } from './server-process.ts';

/** A folder on which a server has run before, and a function that removes it. */
export const startedFolder = (): ReturnType<typeof dataFolder> => {
  const folder = dataFolder();
  cpSync(inject('startedFolder'), folder.dataDir, { recursive: true });
  return folder;
};
