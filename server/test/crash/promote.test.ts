import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPostmasterFile } from '../../src/db/cluster/postmaster.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { postForm } from './calls.ts';
import { runProduct, type Server, startInVain, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

let root: ReturnType<typeof startedFolder>;
let servers: Server[];
let own: string;
beforeEach(() => {
  root = startedFolder();
  servers = [];
  own = join(root.dataDir, '..', `banbo-crash-own-${process.pid}`);
});
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ end }) => end));
  const pid = readPostmasterFile(own)?.pid;
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  await expect.poll(() => readPostmasterFile(own)).toBeNull();
  root.remove();
  if (existsSync(own)) await runRemoval(own);
});

const runRemoval = async (folder: string): Promise<void> => {
  const { rm } = await import('node:fs/promises');
  await rm(folder, { recursive: true });
};

const freePort = async (): Promise<number> => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
};

test('a database becomes a server of its own with every row, and its folder is not started beside it', async () => {
  const { dataDir } = root;
  const server = await startServer(dataDir);
  servers.push(server);
  const registration = nextRegistration({ file: await photoJpeg(1, 64) });
  const { body } = await postForm(server.address, registration);
  const { driver_code } = body.driver as { driver_code: string };
  expect(await runProduct('promote', dataDir, [own])).toEqual({
    code: 1,
    output: `Another running program uses the folder ${dataDir}: stop it, or set another DATA_DIR\n`,
  });
  server.kill('SIGTERM');
  await server.end;

  const port = await freePort();
  const { code, output } = await runProduct('promote', dataDir, [own, `--port=${port}`]);
  expect([code, output]).toEqual([0, expect.stringContaining('No row was moved.')]);
  const [, DATABASE_URL = ''] = /^DATABASE_URL=(.*)$/m.exec(output) ?? [];
  expect(await startInVain(dataDir)).toMatchObject({
    code: 1,
    output: `The database of ${dataDir} is a server of its own in ${own}: set DATABASE_URL\n`,
  });
  // Two servers share it.
  for (let count = 0; count < 2; count += 1) servers.push(await startServer(dataDir, { DATABASE_URL }));
  for (const { address } of servers.slice(1)) {
    const answer = await postForm(address, registration);
    expect(answer).toMatchObject({ status: 409 });
    const other = await postForm(address, nextRegistration({ file: await photoJpeg(2, 64) }));
    expect((other.body.driver as { driver_code: string }).driver_code > driver_code).toBe(true);
  }
  await expect(
    startInVain(dataDir, { DATABASE_URL: DATABASE_URL.replace(/:[0-9a-f]{48}@/, ':another@') }),
  ).resolves.toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_URL leads to no database'),
  });
});
