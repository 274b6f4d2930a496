import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { readPostmasterFile } from '../../src/db/cluster/postmaster.ts';
import { endServers } from './end-servers.ts';
import { postmasterOf } from './postgres-processes.ts';
import { dataFolder, launch, runProduct, type Server, startServer } from './server-process.ts';

const own = process.getuid?.() ?? 0;
/** Starts a program as root: as it is, or in a namespace in which this user is root. */
const AS_ROOT = own === 0 ? [] : ['unshare', '--user', '--map-root-user'];

let folder: string;
let remove: () => void;
let servers: Server[];
beforeEach(() => {
  ({ dataDir: folder, remove } = dataFolder());
  servers = [];
});
afterEach(async () => {
  await endServers(servers, folder);
  remove();
});

const start = async (dataDir: string, prefix: readonly string[] = []): Promise<Server> => {
  const server = await startServer(dataDir, {}, prefix);
  servers.push(server);
  return server;
};

const isReady = async ({ address }: Server): Promise<boolean> => (await fetch(`${address}/api/readyz`)).ok;

test('PostgreSQL runs as the server’s own user, or for root as a user without rights', async () => {
  expect(await isReady(await start(folder))).toBe(true);
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
  const expected = own === 0 ? nobody : own;
  expect(statSync(`/proc/${postmasterOf(folder)}`).uid).toBe(expected);
  expect(statSync(join(folder, 'database')).uid).toBe(expected);
  expect(statSync(join(folder, 'database')).mode & 0o777).toBe(0o700);
});

test('for root in a folder under a home of mode 0700, PostgreSQL runs in a user namespace, and again after a crash', async () => {
  chmodSync(folder, 0o700);
  const dataDir = join(folder, 'data');
  const server = await start(dataDir, AS_ROOT);
  expect(await isReady(server)).toBe(true);
  expect(statSync(join(dataDir, 'database')).uid).toBe(own);
  server.kill('SIGKILL');
  await server.end;
  expect(await isReady(await start(dataDir, AS_ROOT))).toBe(true);
});

test('for root whose files nobody else reaches, where namespaces are forbidden, one line says what to do', async () => {
  chmodSync(folder, 0o700);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  // In a namespace of its own the limit can be set without touching the machine’s.
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
  const prefix = ['unshare', '--user', '--map-root-user', 'sh', '-c', forbid, 'sh'];
  const { code, output } = await launch(dataDir, {}, prefix).end;
  expect({ code, output }).toEqual({
    code: 1,
    output: `PostgreSQL does not run as root, the user nobody cannot reach both ${dataDir} and its programs, and this system forbids user namespaces: start as another user, to whom all of ${dataDir} belongs\n`,
  });
});

test('PostgreSQL is given no secret of the server’s environment, and its address is not the environment’s to change', async () => {
  const secret = 'a secret of the environment, long enough';
  const settings = { TOKEN_SECRET: secret, PGPORT: '6000', PGSSLMODE: 'require' };
  const server = await startServer(folder, settings);
  servers.push(server);
  expect(await isReady(server)).toBe(true);
  const given = readFileSync(`/proc/${postmasterOf(folder)}/environ`, 'utf8').split('\0');
  expect(given.map((variable) => variable.split('=')[0]).filter((name) => name !== 'LD_LIBRARY_PATH')).toEqual(
    expect.arrayContaining(['PATH']),
  );
  expect(given.join()).not.toMatch(/a secret|6000|require/);
});

test('the memory that PostgreSQL takes follows the setting', async () => {
  const server = await startServer(folder, { POSTGRES_MEMORY_MB: '2048' });
  servers.push(server);
  const { socketDir = '' } = readPostmasterFile(join(folder, 'database')) ?? {};
  const client = new pg.Client(connectionTo(socketDir));
  await client.connect();
  expect((await client.query('SHOW shared_buffers')).rows).toEqual([{ shared_buffers: '128MB' }]);
  await client.end();
});

test('a backup of a database that the user nobody works on is restored where that user cannot pass', async () => {
  const server = await start(folder);
  server.kill('SIGTERM');
  await server.end;
  const places = dataFolder();
  onTestFinished(places.remove);
  const backup = join(places.dataDir, 'backup');
  expect(await runProduct('backup', folder, [backup])).toMatchObject({ code: 0 });
  const closed = join(places.dataDir, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  expect(await runProduct('restore', join(closed, 'data'), [backup])).toMatchObject({ code: 0 });
  expect(await isReady(await start(join(closed, 'data')))).toBe(true);
});
