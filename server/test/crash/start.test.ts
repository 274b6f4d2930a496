import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { endServers } from './end-servers.ts';
import { countPostgres, initdbOf, isRunning, postmasterOf } from './postgres-processes.ts';
import { dataFolder, launch, type Server, startInVain, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

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

const started = async (folder = dataDir): Promise<Server> => {
  const server = await startServer(folder);
  servers.push(server);
  return server;
};

test('a second server on the same folder is refused in one line, and the first one goes on', async () => {
  const { address } = await started();
  expect(await startInVain(dataDir)).toEqual({
    code: 1,
    signal: null,
    output: `Another running program uses the folder ${dataDir}: stop it, or set another DATA_DIR\n`,
  });
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('of two servers started at the same time on a new folder one runs and one is refused', async () => {
  const empty = dataFolder();
  onTestFinished(empty.remove);
  const starts = await Promise.allSettled([started(empty.dataDir), started(empty.dataDir)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const server of servers) server.kill('SIGKILL');
  await servers[0]?.end;
});

test('what a killed server leaves hinders no start, also when it was killed during its first one', async () => {
  const empty = dataFolder();
  onTestFinished(empty.remove);
  const first = launch(empty.dataDir);
  await expect.poll(() => existsSync(join(empty.dataDir, 'database.draft/base')), { timeout: 60_000 }).toBe(true);
  const initdb = initdbOf(join(empty.dataDir, 'database.draft'));
  // Stops initdb, which might otherwise end by itself before the test looks.
  process.kill(initdb, 'SIGSTOP');
  onTestFinished(() => {
    if (isRunning(initdb)) process.kill(initdb, 'SIGKILL');
  });
  first.child.kill('SIGKILL');
  await first.end;
  const second = await started(empty.dataDir);
  expect(isRunning(initdb), 'what the killed server started works on').toBe(false);
  second.kill('SIGKILL');
  await second.end;
  const { address, kill, end } = await started(empty.dataDir);
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  kill('SIGKILL');
  await end;
});

/** A folder of programs, linked from the system's, for a PATH that has no others. */
const pathWith = (...names: string[]): string => {
  const folder = join(dataDir, 'lost+found');
  mkdirSync(folder, { recursive: true });
  for (const name of names) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  return folder;
};

test('where nothing tells PostgreSQL of its server’s end, the next start ends it and has everything', async () => {
  const withoutSetpriv = pathWith('id', 'test', 'unshare', 'sh', 'cat');
  const first = await startServer(dataDir, { PATH: withoutSetpriv });
  servers.push(first);
  const postmaster = postmasterOf(dataDir);
  first.kill('SIGKILL');
  await first.end;
  expect(countPostgres(dataDir)).toBeGreaterThan(0);
  const { address } = await started();
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  expect(postmasterOf(dataDir)).not.toBe(postmaster);
});

test('a postmaster.pid that names a living process of somebody else hinders no start', async () => {
  const first = await started();
  const left = readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8');
  first.kill('SIGTERM');
  await first.end;
  writeFileSync(join(dataDir, 'database/postmaster.pid'), left.replace(/^\d+/, String(process.pid)));
  const { address } = await started();
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('a DATA_DIR whose path is too long for a socket works', async () => {
  const long = join(dataDir, 'a-folder-with-a-long-name/'.repeat(6));
  const { address, end, kill } = await started(long);
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0 });
});

test('a port in use is refused in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  expect(await startInVain(dataDir, { PORT: String(port) })).toEqual({
    code: 1,
    signal: null,
    output: `The port ${port} is in use: stop the other program, or set another PORT\n`,
  });
  other.close();
});
