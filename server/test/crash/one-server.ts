import { afterEach, beforeEach } from 'vitest';
import { endServers } from './end-servers.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

/**
 * Makes a folder on which a server has run before each test of a file; after it, ends the servers
 * that the test started and removes the folder.
 */
export const folderForEach = (): {
  readonly dataDir: string;
  /** Starts a server, on the test's folder where no other is given. */
  start: (folder?: string, settings?: Record<string, string>) => Promise<Server>;
} => {
  let dataDir: string;
  let remove: () => void;
  let servers: Server[];
  beforeEach(() => {
    ({ dataDir, remove } = startedFolder());
    servers = [];
  });
  afterEach(async () => {
    await endServers(servers, dataDir);
    remove();
  });
  return {
    get dataDir() {
      return dataDir;
    },
    start: async (folder = dataDir, settings = {}) => {
      const server = await startServer(folder, settings);
      servers.push(server);
      return server;
    },
  };
};

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
