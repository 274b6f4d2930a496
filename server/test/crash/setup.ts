import type { TestProject } from 'vitest/node';
import { ensureServer } from '../../../scripts/lib/builds.js';
import { dataFolder, startServer } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a server that was started once and ended well. */
    startedFolder: string;
  }
}

/** Makes the folder that most tests copy, since the first start on an empty one is slow. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const build = await ensureServer();
  if (build === null) throw new Error('The server could not be built');
  process.env.SERVER_BUILD = build;
  const { dataDir, remove } = dataFolder();
  const server = await startServer(dataDir);
  server.kill('SIGTERM');
  await server.end;
  project.provide('startedFolder', dataDir);
  return remove;
};
