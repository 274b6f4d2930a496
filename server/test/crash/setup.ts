import type { TestProject } from 'vitest/node';
import { setCompanyIn } from '../builders/company.ts';
import { dataFolder, startServer } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a server that was started once and ended well. */
    startedFolder: string;
  }
}

/** Makes the folder that most tests copy, since the first start on an empty one is slow. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const { dataDir, remove } = dataFolder();
  const server = await startServer(dataDir);
  await setCompanyIn(dataDir);
  server.kill('SIGTERM');
  await server.end;
  project.provide('startedFolder', dataDir);
  return remove;
};
