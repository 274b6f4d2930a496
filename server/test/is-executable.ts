import { accessSync, constants } from 'node:fs';

/** Whether a file is there and can be run. */
export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
