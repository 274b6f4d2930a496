import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endServers } from './end-servers.ts';
import { countPostgres } from './postgres-processes.ts';
import { dataFolder, runProduct, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

test('a backup of a server that is stopped works, and the copy of it starts with all of it', async () => {
  const { dataDir, remove } = startedFolder();
  const elsewhere = dataFolder();
  onTestFinished(() => {
    remove();
    elsewhere.remove();
  });
  const backup = join(elsewhere.dataDir, 'backup');
  expect(await runProduct('backup', dataDir, [backup])).toMatchObject({ code: 0 });
  expect(readdirSync(backup).sort()).toEqual(['banbo-backup.json', 'database', 'files', 'secrets']);
  expect(countPostgres(dataDir)).toBe(0);
  const restored = join(elsewhere.dataDir, 'restored');
  expect(await runProduct('restore', restored, [backup])).toMatchObject({ code: 0 });
  for (const folder of [dataDir, restored]) {
    const server = await startServer(folder);
    onTestFinished(() => endServers([server], folder));
    expect((await fetch(`${server.address}/api/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.end).toMatchObject({ code: 0 });
  }
});
