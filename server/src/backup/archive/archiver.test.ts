import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ArchivingCluster } from '#db/cluster/start-cluster.ts';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { awaitLater } from '#lib/gather.ts';
import { readConfig } from '../../config.ts';
import { baseObject, idOfBase, putSealed } from './archive.ts';
import { type Archiver, openArchiver } from './archiver.ts';
import { beginSealing, readSealing } from './sealing.ts';

let root: string;
let dataDir: string;
let place: string;
let segments: string;
let quiet: () => void;
/** Milliseconds, by which the archiver counts. */
let uptime: number;
beforeEach(() => {
  uptime = 1_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  root = mkdtempSync(join(tmpdir(), 'banbo-archiver-'));
  [dataDir, place] = [join(root, 'data'), join(root, 'place')];
  segments = join(dataDir, 'database/pg_wal');
  for (const folder of [segments, place, join(dataDir, 'files/drivers')]) mkdirSync(folder, { recursive: true });
  const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')].map((spy) => spy.mockImplementation(() => {}));
  quiet = () => {
    for (const spy of said) spy.mockRestore();
  };
});
afterEach(() => {
  for (const archiver of opened.splice(0)) archiver.end();
  vi.useRealTimers();
  quiet();
  rmSync(root, { recursive: true });
});

const NAMES = [1, 2, 3, 4].map((number) => `00000001000000000000000${number}`);
const [ONE = '', TWO = '', THREE = '', FOUR = ''] = NAMES;

const opened: Archiver[] = [];

const open = async (hasRoom = () => true): Promise<Archiver> => {
  const archiver = await openArchiver(readConfig({ DATA_DIR: dataDir, BACKUP_URL: place }), () => uptime);
  if (archiver === null) throw new Error('There is no archiver');
  const cluster = { dataDir, hasRoom, connection: {}, runAs: { kind: 'self' } } as unknown as ArchivingCluster;
  archiver.attach(cluster);
  opened.push(archiver);
  return archiver;
};

const keep = (archiver: Archiver, name: string, content = name): Promise<boolean> => {
  const path = join(segments, name);
  writeFileSync(path, content);
  return archiver.keep(name, path);
};

/** The segments that are kept, by their chain. */
const kept = (): Record<string, string[]> => {
  const chains = join(place, 'chains');
  if (!existsSync(chains)) return {};
  return Object.fromEntries(
    readdirSync(chains).map((chain) => [
      chain,
      readdirSync(join(chains, chain, 'wal')).map((name) => name.slice(0, 24)),
    ]),
  );
};

const chainOf = (): string => readFileSync(join(dataDir, 'archiving'), 'utf8').split(' ')[0] ?? '';

test('segments are kept in one chain, over a restart too, and a repeated one is kept once', async () => {
  const archiver = await open();
  expect([await keep(archiver, ONE), await keep(archiver, TWO)]).toEqual([true, true]);
  const again = await open();
  expect([await keep(again, TWO), await keep(again, THREE)]).toEqual([true, true]);
  expect(kept()).toEqual({ [chainOf()]: [ONE, TWO, THREE] });
  expect(again.state()).toMatchObject({ place, stalled: null, keptUntil: expect.any(Date) });
});

test('a photo is kept before the segment that may name it', async () => {
  const archiver = await open();
  const store = archiver.noting({
    put: async (key: string) => writeFileSync(join(dataDir, 'files', key), key),
  } as never);
  await store.put('drivers/a.jpg', new Uint8Array());
  await keep(archiver, ONE);
  expect(readdirSync(join(place, 'photos/drivers'))).toEqual(['a.jpg.zst']);
});

test('what another server with a copy of the folder has kept stays, and a new chain begins', async () => {
  await keep(await open(), ONE, 'the log of one');
  const first = chainOf();
  const other = await open();
  expect(await keep(other, ONE, 'the log of another')).toBe(true);
  expect(chainOf()).not.toBe(first);
  expect(kept()).toEqual({ [first]: [ONE], [chainOf()]: [ONE] });
  expect(other.state()).toMatchObject({ lacksBase: true });
});

test('another disk in the place is opened anew, and a chain begins there', async () => {
  const disks = [`${place}-first`, `${place}-second`] as const;
  const archiver = await open();
  await keep(archiver, ONE);
  const first = chainOf();
  renameSync(place, disks[0]);
  mkdirSync(place);
  await beginSealing(folderArchive(place), undefined);
  expect(await keep(archiver, TWO)).toBe(true);
  expect(chainOf()).not.toBe(first);
  expect(kept()).toEqual({ [chainOf()]: [TWO] });
  expect(archiver.state()).toMatchObject({ stalled: null, lacksBase: true });
  renameSync(place, disks[1]);
  renameSync(disks[0], place);
  expect(await keep(archiver, THREE)).toBe(true);
  expect(kept()).toEqual({ [first]: [ONE], [chainOf()]: [THREE] });
});

test('a place that is away keeps nothing, is not made anew, and is gone on with', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  const chain = chainOf();
  renameSync(place, `${place}-away`);
  expect(await keep(archiver, TWO)).toBe(false);
  expect(archiver.state().stalled).toMatchObject({ since: expect.any(Date), why: 'It is not there: connect its disk' });
  // An empty folder in its stead, as where a disk is not connected.
  mkdirSync(place);
  const again = await open();
  expect(await keep(again, TWO)).toBe(false);
  expect(again.state().stalled?.why).toBe(
    `The backup disk is not there: ${place} has none of the backups that were in it`,
  );
  expect(readdirSync(place)).toEqual([]);
  rmSync(place, { recursive: true });
  renameSync(`${place}-away`, place);
  expect(await keep(again, TWO)).toBe(true);
  expect(again.state().stalled).toBeNull();
  expect(kept()).toEqual({ [chain]: [ONE, TWO] });
});

test('the log is let go before the disk is full of it, once, and a new chain begins behind the gap', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  const first = chainOf();
  renameSync(place, `${place}-away`);
  expect(await keep(archiver, TWO)).toBe(false);
  const marks = join(segments, 'archive_status');
  mkdirSync(marks, { recursive: true });
  for (let number = 0; number < 129; number += 1) writeFileSync(join(marks, `${number}.ready`), '');
  expect([await keep(archiver, TWO), await keep(archiver, THREE)]).toEqual([true, true]);
  const second = chainOf();
  expect(second).not.toBe(first);
  renameSync(`${place}-away`, place);
  rmSync(marks, { recursive: true });
  expect(await keep(archiver, FOUR)).toBe(true);
  expect(kept()).toEqual({ [first]: [ONE], [second]: [FOUR] });
  expect(archiver.state()).toMatchObject({ lacksBase: true, stalled: null });
});

test('another place begins another chain', async () => {
  await keep(await open(), ONE);
  const first = chainOf();
  place = join(root, 'another');
  mkdirSync(place);
  expect(await keep(await open(), TWO)).toBe(true);
  expect(kept()).toEqual({ [chainOf()]: [TWO] });
  expect(chainOf()).not.toBe(first);
});

test('a new disk at the same path is begun once the operator has removed the name of the chain', async () => {
  await keep(await open(), ONE);
  const first = chainOf();
  rmSync(place, { recursive: true });
  mkdirSync(place);
  expect(await keep(await open(), TWO)).toBe(false);
  rmSync(join(dataDir, 'archiving'));
  const again = await open();
  expect(await keep(again, TWO)).toBe(true);
  expect(kept()).toEqual({ [chainOf()]: [TWO] });
  expect(chainOf()).not.toBe(first);
  expect(again.state()).toMatchObject({ lacksBase: true, stalled: null });
});

/** Lets time pass, with the looks of the watch in it. */
const pass = (seconds: number): void => {
  for (let left = seconds; left > 0; left -= 5) {
    uptime += 5_000;
    vi.advanceTimersByTime(5_000);
  }
};

/** Marks a segment as PostgreSQL does one that it is to hand over. */
const markFull = (name: string): void => {
  const marks = join(segments, 'archive_status');
  mkdirSync(marks, { recursive: true });
  writeFileSync(join(marks, `${name}.ready`), '');
};

test('a part of the log that waits for a minute is told, whoever is to blame, and until it is kept', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  pass(15);
  markFull(TWO);
  pass(30);
  expect(archiver.state()).toMatchObject({
    stalled: null,
    waiting: { since: expect.any(Date), what: '1 part of the log' },
  });
  pass(40);
  expect(archiver.state().stalled?.why).toContain('PostgreSQL does not hand its log over');
  await keep(archiver, ONE);
  expect(archiver.state().stalled?.why).toBe('1 part of the log waits: one is being stored');
  pass(5);
  expect(archiver.state().stalled?.why).toBe('1 part of the log waits: more is written than the place takes');
  expect(await archiver.isBaseDue(new Date())).toBe(false);
  rmSync(join(segments, 'archive_status'), { recursive: true });
  pass(5);
  expect(archiver.state()).toMatchObject({ stalled: null, waiting: null });
});

test('a place that never answers is told, given up after minutes, and asked no more until it answers', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  markFull(TWO);
  // A pipe without a writer hangs as a disk that was pulled out does.
  const photo = join(dataDir, 'files/drivers/a.jpg');
  spawnSync('mkfifo', [photo]);
  await archiver.noting({ put: async () => {} } as never).put('drivers/a.jpg', new Uint8Array());
  const answer = awaitLater(keep(archiver, TWO));
  await expect
    .poll(() => existsSync(join(place, 'photos/drivers')) && readdirSync(join(place, 'photos/drivers')))
    .toHaveLength(1);
  pass(70);
  expect(archiver.state().stalled?.why).toBe('1 part of the log waits: 1 new photo is being stored first');
  pass(300);
  expect(await answer).toBe(false);
  expect(archiver.state().stalled?.why).toBe(`${place} does not answer`);
  expect(await keep(archiver, TWO)).toBe(false);
  expect(archiver.state().stalled?.why).toContain('has not answered');
  // The reader is let go.
  const writer = openSync(photo, constants.O_WRONLY | constants.O_NONBLOCK);
  rmSync(photo);
  closeSync(writer);
  await expect.poll(() => keep(archiver, TWO)).toBe(true);
});

test('a disk that is disconnected leaves an empty folder, in which nothing is put', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  renameSync(place, `${place}-away`);
  mkdirSync(place);
  expect(await keep(archiver, TWO)).toBe(false);
  expect(archiver.state().stalled?.why).toContain('The backup disk is not there');
  expect(readdirSync(place)).toEqual([]);
});

test('a pipe in the place of a segment is refused, and holds nothing up', async () => {
  const archiver = await open();
  const path = join(segments, ONE);
  spawnSync('mkfifo', [path]);
  expect(await archiver.keep(ONE, path)).toBe(false);
  expect(archiver.state().stalled?.why).toBe(`${path} is no file`);
});

/** Puts a base of the chain that goes on, as of a moment. */
const putBase = async (begun: Date): Promise<void> => {
  const store = folderArchive(place);
  const sealing = await readSealing(store, undefined);
  const at = begun.toISOString();
  const base = { format: 1, chain: chainOf(), id: idOfBase(begun), begun: at, ended: at };
  const mark = JSON.stringify({ ...base, first: '00', last: '00', label: 'a label', version: 18 });
  if (sealing) await putSealed({ store, sealing }, baseObject(base, 'base'), mark);
};

test('a photo that was stored just before the last end is kept after the start', async () => {
  await keep(await open(), ONE);
  await putBase(new Date());
  writeFileSync(join(dataDir, 'files/drivers/left.jpg'), 'left');
  const archiver = await open();
  expect(await archiver.isBaseDue(new Date())).toBe(false);
  pass(5);
  const photos = join(place, 'photos/drivers');
  await expect.poll(() => existsSync(photos) && readdirSync(photos)).toEqual(['left.jpg.zst']);
});

test('a base that a wrong clock dated in the future is none of the last night', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  await putBase(new Date(Date.now() + 400 * 24 * 3_600_000));
  expect(await archiver.isBaseDue(new Date())).toBe(true);
  expect(archiver.state()).toMatchObject({ lacksBase: false, baseSince: expect.any(Date) });
});

test('what looks like a base and is none does not stand for the last night’s', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  // After the hour of the night at which bases are due, whenever this runs.
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));
  const old = new Date(noon.getTime() - 40 * 3_600_000);
  await putBase(old);
  const bases = join(place, 'chains', chainOf(), 'bases');
  const later = new Date(noon.getTime() - 60_000);
  cpSync(join(bases, idOfBase(old)), join(bases, `${idOfBase(later)}.bak`), { recursive: true });
  cpSync(join(bases, idOfBase(old)), join(bases, idOfBase(later)), { recursive: true });
  expect(await archiver.isBaseDue(noon)).toBe(true);
  expect(archiver.state()).toMatchObject({ lacksBase: false, baseSince: old });
});

test('a bucket that accepts and never answers holds up neither the start nor the end', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const bucket = { BACKUP_URL: 's3://bucket', BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` };
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'an-id', BACKUP_S3_SECRET_ACCESS_KEY: 'a-key' };
  const begun = performance.now();
  const archiver = await openArchiver(readConfig({ DATA_DIR: dataDir, ...bucket, ...keys }), () => uptime);
  if (archiver === null) throw new Error('There is no archiver');
  expect(await archiver.isBaseDue(new Date())).toBe(false);
  const answer = keep(archiver, ONE);
  archiver.end();
  expect(await answer).toBe(false);
  expect(performance.now() - begun).toBeLessThan(15_000);
  silent.closeAllConnections();
  silent.close();
});
