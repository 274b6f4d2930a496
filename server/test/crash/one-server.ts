import { afterEach, beforeEach } from 'vitest';
import { endServers } from './end-servers.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

/** Starts a server on a folder of its own before each test of a file, and ends it and removes the folder after. */
export const serverForEach = (): { readonly server: Server; readonly dataDir: string } => {
  let dataDir: string;
  let remove: () => void;
  let server: Server;
  beforeEach(async () => {
    ({ dataDir, remove } = startedFolder());
    server = await startServer(dataDir);
  });
  afterEach(async () => {
    await endServers([server], dataDir);
    remove();
  });
  return {
    get server() {
      return server;
    },
    get dataDir() {
      return dataDir;
    },
  };
};
