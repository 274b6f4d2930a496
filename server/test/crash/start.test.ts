import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderForEach } from './one-server.ts';
import { countPostgres, initdbOf, isRunning, postmasterOf } from './postgres-processes.ts';
import { dataFolder, launch, startInVain } from './server-process.ts';

const it = folderForEach();

test('a second server on the same folder is refused in one line, and the first one goes on', async () => {
  const { address } = await it.start();
  expect(await startInVain(it.dataDir)).toEqual({
    code: 1,
    signal: null,
    output: `Another running program uses the folder ${it.dataDir}: stop it, or set another DATA_DIR\n`,
  });
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('of two servers started at the same time on a new folder one runs and one is refused', async () => {
  const empty = dataFolder();
  onTestFinished(empty.remove);
  const starts = await Promise.allSettled([it.start(empty.dataDir), it.start(empty.dataDir)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of starts) {
    if (one.status === 'rejected') continue;
    one.value.kill('SIGKILL');
    await one.value.end;
  }
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
  const second = await it.start(empty.dataDir);
  expect(isRunning(initdb), 'what the killed server started works on').toBe(false);
  second.kill('SIGKILL');
  await second.end;
  const { address, kill, end } = await it.start(empty.dataDir);
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  kill('SIGKILL');
  await end;
});

/** A folder of programs, linked from the system's, for a PATH that has no others. */
const pathWith = (...names: string[]): string => {
  const folder = join(it.dataDir, 'lost+found');
  mkdirSync(folder, { recursive: true });
  for (const name of names) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  return folder;
};

test('where nothing tells PostgreSQL of its server’s end, the next start ends it and has everything', async () => {
  const withoutSetpriv = pathWith('id', 'test', 'unshare', 'sh', 'cat');
  const first = await it.start(it.dataDir, { PATH: withoutSetpriv });
  const postmaster = postmasterOf(it.dataDir);
  first.kill('SIGKILL');
  await first.end;
  expect(countPostgres(it.dataDir)).toBeGreaterThan(0);
  const { address } = await it.start();
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  expect(postmasterOf(it.dataDir)).not.toBe(postmaster);
});

test('a postmaster.pid that names a living process of somebody else hinders no start', async () => {
  const first = await it.start();
  const left = readFileSync(join(it.dataDir, 'database/postmaster.pid'), 'utf8');
  first.kill('SIGTERM');
  await first.end;
  writeFileSync(join(it.dataDir, 'database/postmaster.pid'), left.replace(/^\d+/, String(process.pid)));
  const { address } = await it.start();
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('a DATA_DIR whose path is too long for a socket works', async () => {
  const long = join(it.dataDir, 'a-folder-with-a-long-name/'.repeat(6));
  const { address, end, kill } = await it.start(long);
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
  kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0 });
});

test('a port in use is refused in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  expect(await startInVain(it.dataDir, { PORT: String(port) })).toEqual({
    code: 1,
    signal: null,
    output: `The port ${port} is in use: stop the other program, or set another PORT\n`,
  });
  other.close();
});
