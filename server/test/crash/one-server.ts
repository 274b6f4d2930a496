import { afterEach, beforeEach } from 'vitest';
import { endServers } from './end-servers.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

/** Starts a server on its own folder before each test of a file, and removes both after it. */
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
