import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { withDatabase } from '../../src/with-database.ts';
import { loadConfirmed } from './confirmed-load.ts';
import { endServers } from './end-servers.ts';
import { dataFolder, runProduct, type Server, startServer } from './server-process.ts';
import { signInAt } from './sign-in.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

let dataDir: string;
let remove: () => void;
let elsewhere: ReturnType<typeof dataFolder>;
let servers: Server[];
let settings: Record<string, string>;
beforeEach(() => {
  ({ dataDir, remove } = startedFolder());
  elsewhere = dataFolder();
  servers = [];
  const place = join(elsewhere.dataDir, 'backups');
  mkdirSync(place);
  settings = { BACKUP_URL: place, BACKUP_PASSPHRASE: 'a passphrase of the owner' };
});
afterEach(async () => {
  await endServers(servers, dataDir);
  remove();
  elsewhere.remove();
});

const start = async (folder: string): Promise<Server> => {
  const server = await startServer(folder, settings);
  servers.push(server);
  return server;
};

/** The names of what is kept, without those of chains and bases. */
const keptIn = (place = settings.BACKUP_URL ?? ''): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.age'));

const basesKept = (): number => keptIn().filter((name) => name.endsWith('/base.zst.age')).length;

const segmentsKept = (): number => keptIn().filter((name) => /\/wal\/[0-9A-F]{24}\.zst\.age$/.test(name)).length;

const signedIn = (address: string) =>
  withDatabase(readConfig({ DATA_DIR: dataDir }), (db) => signInAt(address, db, 'SuperAdmin'));

test('a lost disk takes at most the last minute with it: what is restored agrees with the books, also as of a moment before', async () => {
  const server = await start(dataDir);
  await expect.poll(basesKept).toBe(1);
  const load = await loadConfirmed(server.address, await signedIn(server.address));
  await expect.poll(() => load.confirmed.length).toBeGreaterThan(3);
  const [early] = [...load.confirmed];
  await delay(2_000);
  // Whole seconds, as an operator writes them.
  const moment = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await delay(1_000);
  const begun = Date.now();
  await expect.poll(() => load.confirmed.at(-1)?.at ?? 0).toBeGreaterThan(begun + 45_000);
  server.kill('SIGKILL');
  const lostAt = Date.now();
  await load.end();
  await endServers(servers, dataDir);
  rmSync(dataDir, { recursive: true });

  const restored = join(elsewhere.dataDir, 'restored');
  const said = await runProduct('restore', restored, [], settings);
  expect(said).toMatchObject({ code: 0, output: expect.stringContaining(`is restored to ${restored}: `) });
  expect(said.output).toMatch(
    /^The last change in these backups is of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\. If people worked later/m,
  );
  const stored = await readStored(restored);
  const old = load.confirmed.filter(({ at }) => at < lostAt - 60_000);
  expect(stored.drivers).toEqual(expect.arrayContaining(old.map(({ driver }) => driver)));
  // In fact little more than the half minute after which PostgreSQL hands a segment over.
  const kept = load.confirmed.filter(({ driver }) => stored.drivers.includes(driver));
  expect(kept.length).toBeGreaterThan(old.length);
  expect(stored.photos).toEqual(expect.arrayContaining(stored.namedPhotos));
  expect(await runProduct('books:check', restored)).toMatchObject({ code: 0 });
  expect(await runProduct('totals:check', restored)).toMatchObject({ code: 0 });

  const before = join(elsewhere.dataDir, 'before');
  const to = `--to=${moment.toISOString().slice(0, 19).replace('T', ' ')}`;
  expect(await runProduct('restore', before, [to], settings)).toMatchObject({ code: 0 });
  const then = await readStored(before);
  expect(then.drivers).toContain(early?.driver);
  const later = load.confirmed.filter(({ at }) => at > moment.getTime() + 5_000);
  expect(then.drivers.filter((code) => later.some(({ driver }) => driver === code))).toEqual([]);
});

test('an ended server has kept everything, and one that starts again goes on with the same backups', async () => {
  const server = await start(dataDir);
  await expect.poll(basesKept).toBe(1);
  const load = await loadConfirmed(server.address, await signedIn(server.address), 1);
  await expect.poll(() => load.confirmed.length).toBeGreaterThan(1);
  await load.end();
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
  const again = await start(dataDir);
  await expect.poll(segmentsKept).toBeGreaterThan(1);
  again.kill('SIGTERM');
  await again.end;
  expect(basesKept()).toBe(1);
  const restored = join(elsewhere.dataDir, 'restored');
  expect(await runProduct('restore', restored, [], settings)).toMatchObject({ code: 0 });
  const { drivers } = await readStored(restored);
  expect(drivers).toEqual(expect.arrayContaining(load.confirmed.map(({ driver }) => driver)));
});

test('while the place is away the server works and says so, nothing is written in its stead, and then it goes on', async () => {
  const place = settings.BACKUP_URL ?? '';
  const server = await start(dataDir);
  await expect.poll(basesKept).toBe(1);
  renameSync(place, `${place}-away`);
  const headers = await signedIn(server.address);
  const load = await loadConfirmed(server.address, headers, 1);
  await expect.poll(() => server.output()).toContain(`Changes are not kept in ${place} now: `);
  const dashboard = (await (await fetch(`${server.address}/api/dashboard`, { headers })).json()) as {
    backup: { archive: { stalled: object | null } };
  };
  expect(dashboard.backup.archive.stalled).toMatchObject({ why: expect.stringMatching(/not there/) });
  await load.end();
  expect(existsSync(place)).toBe(false);
  renameSync(`${place}-away`, place);
  await expect.poll(() => server.output(), { timeout: 180_000 }).toContain(`Everything is kept in ${place} again.`);
  server.kill('SIGTERM');
  await server.end;
  expect(basesKept()).toBe(1);
  const restored = join(elsewhere.dataDir, 'restored');
  expect(await runProduct('restore', restored, [], settings)).toMatchObject({ code: 0 });
  const { drivers } = await readStored(restored);
  expect(drivers).toEqual(expect.arrayContaining(load.confirmed.map(({ driver }) => driver)));
});

test('a server that was started again keeps what is written within a minute', async () => {
  const first = await start(dataDir);
  await expect.poll(basesKept).toBe(1);
  first.kill('SIGTERM');
  await first.end;
  const second = await start(dataDir);
  const before = segmentsKept();
  const load = await loadConfirmed(second.address, await signedIn(second.address), 1);
  await expect.poll(() => load.confirmed.length).toBeGreaterThan(1);
  await load.end();
  await expect.poll(segmentsKept, { timeout: 60_000 }).toBeGreaterThan(before);
});
