import { expect } from 'vitest';
import { countPostgres } from './postgres-processes.ts';
import type { Server } from './server-process.ts';

/** Kills servers left running on a folder, and waits until their PostgreSQL has noticed. */
export const endServers = async (servers: readonly Server[], dataDir: string): Promise<void> => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.end));
  await expect.poll(() => countPostgres(dataDir)).toBe(0);
};
