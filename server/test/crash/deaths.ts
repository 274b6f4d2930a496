import { postmasterOf } from './postgres-processes.ts';
import { type Server, startServer } from './server-process.ts';
import { openCluster, startTwo } from './shared-cluster.ts';
import { startedFolder } from './started-folder.ts';

/** The processes that are killed in a round, while calls come in. */
export const DEATHS = {
  'the server': (server: Server) => server.kill('SIGKILL'),
  'its PostgreSQL': (_server: Server, dataDir: string) => process.kill(postmasterOf(dataDir), 'SIGKILL'),
  both: (server: Server, dataDir: string) => {
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    server.kill('SIGKILL');
  },
  'one of two servers': (server: Server) => server.kill('SIGKILL'),
};

/** A folder of data with the way to its database, and its server or two of them. */
type Place = { dataDir: string; settings: Record<string, string>; start: () => Promise<Server> };

/** Makes a place for a death, which the test's end removes. */
export const placeOf = async (death: string, atEnd: (end: () => void | Promise<void>) => void): Promise<Place> => {
  if (death === 'one of two servers') {
    const { dataDir, settings, start, stop } = await openCluster();
    atEnd(stop);
    return { dataDir, settings, start: () => startTwo(() => start({ LEAVE_SECONDS: '0' }, atEnd)) };
  }
  const { dataDir, remove } = startedFolder();
  atEnd(remove);
  const start = async (): Promise<Server> => {
    const server = await startServer(dataDir);
    atEnd(async () => {
      server.kill('SIGKILL');
      await server.end;
    });
    return server;
  };
  return { dataDir, settings: {}, start };
};
