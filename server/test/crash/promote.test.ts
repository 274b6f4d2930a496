import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  rmSync(own, { recursive: true, force: true });
});

/** A port of the loopback that is taken until the function is called. */
const takePort = async (): Promise<{ port: number; leave: () => Promise<unknown> }> => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const leave = () => {
    taken.close();
    return once(taken, 'close');
  };
  return { port: (taken.address() as AddressInfo).port, leave };
};

const refused = (output: string) => ({ code: 1, output: expect.stringContaining(output) });

test('what keeps it from becoming a server is said first, and a start that fails leaves all as it was', async () => {
  const { dataDir } = root;
  const { port, leave } = await takePort();
  const promote = (...args: string[]) => runProduct('promote', dataDir, args);
  expect(await promote(own, `--port=${port}`)).toEqual(refused('another program has the port'));
  await leave();
  if (process.getuid?.() === 0) {
    execFileSync('chown', ['-R', 'nobody', join(dataDir, 'database')]);
    const closed = join(root.dataDir, '..', `banbo-crash-closed-${process.pid}`);
    mkdirSync(closed, { mode: 0o700 });
    const reached = await promote(join(closed, 'own'), `--port=${port}`);
    rmSync(closed, { recursive: true });
    expect(reached).toEqual(refused(`who cannot reach ${closed}`));
  }

  // PostgreSQL's own file of changed settings is read last.
  const changed = join(dataDir, 'database/postgresql.auto.conf');
  const before = readFileSync(changed, 'utf8');
  appendFileSync(changed, "listen_addresses = '203.0.113.7'\n");
  const failed = await promote(own, `--port=${port}`);
  expect(failed).toEqual(refused(`The server in ${own} does not start: `));
  expect(failed.output).toMatch(/could not create any TCP\/IP sockets. All is as it was/);
  expect(existsSync(own)).toBe(false);
  // Its log was kept nowhere meanwhile, so that what follows is no part of the chain before.
  const mark = join(dataDir, 'archiving');
  writeFileSync(mark, 'the-chain /mnt/backup');
  expect(await runProduct('totals:check', dataDir)).toMatchObject({ code: 0 });
  expect(readFileSync(mark, 'utf8')).toMatch(/^\d{8}T\d{6}-[0-9a-f-]{36} \/mnt\/backup$/);
  rmSync(mark);
  writeFileSync(changed, before);

  // A crash between the folder's new name and the start.
  renameSync(join(dataDir, 'database'), own);
  writeFileSync(join(dataDir, 'promoting'), JSON.stringify({ folder: own, url: 'postgres://banbo@localhost/banbo' }));
  expect(await startInVain(dataDir)).toMatchObject(refused(`npm run promote -- ${own} goes on with it`));
  expect(await promote(`${own}-other`)).toEqual(refused('name that folder again'));
  const { code, output } = await promote(own, `--port=${port}`, '--listen=::1');
  expect([code, output]).toEqual([0, expect.stringContaining(`@[::1]:${port}/banbo`)]);

  // A crash before the address was said, while the server runs.
  const [, url = ''] = /^DATABASE_URL=(.*)$/m.exec(output) ?? [];
  writeFileSync(join(dataDir, 'promoting'), JSON.stringify({ folder: own, url, command: 'postgres', uid: null }));
  expect(await promote(own)).toEqual({ code: 0, output: expect.stringContaining(url) });
  expect(await promote(own)).toEqual(refused('is a server of its own'));
});

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

  const { port, leave } = await takePort();
  await leave();
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
