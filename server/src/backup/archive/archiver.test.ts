import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ArchivingCluster } from '#db/cluster/start-cluster.ts';
import { readConfig } from '../../config.ts';
import { type Archiver, openArchiver } from './archiver.ts';

let root: string;
let dataDir: string;
let place: string;
let segments: string;
let quiet: () => void;
beforeEach(() => {
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
  quiet();
  rmSync(root, { recursive: true });
});

const NAMES = [1, 2, 3, 4].map((number) => `00000001000000000000000${number}`);
const [ONE = '', TWO = '', THREE = '', FOUR = ''] = NAMES;

const open = async (hasRoom = () => true): Promise<Archiver> => {
  const archiver = await openArchiver(readConfig({ DATA_DIR: dataDir, BACKUP_URL: place }));
  if (archiver === null) throw new Error('There is no archiver');
  const cluster = { dataDir, hasRoom, connection: {}, runAs: { kind: 'self' } } as unknown as ArchivingCluster;
  archiver.attach(cluster);
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

test('a place that is away keeps nothing, is not made anew, and is gone on with', async () => {
  const archiver = await open();
  await keep(archiver, ONE);
  const chain = chainOf();
  renameSync(place, `${place}-away`);
  expect(await keep(archiver, TWO)).toBe(false);
  expect(archiver.state().stalled).toMatchObject({ since: expect.any(Date), why: expect.stringContaining('ENOENT') });
  // An empty folder in its stead, as where a disk is not connected.
  mkdirSync(place);
  const again = await open();
  expect(await keep(again, TWO)).toBe(false);
  expect(again.state().stalled?.why).toBe(`the backups that were in ${place} are not there`);
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
  const large = join(segments, 'large');
  closeSync(openSync(large, 'w'));
  truncateSync(large, 2_049 * 1024 ** 2);
  expect([await keep(archiver, TWO), await keep(archiver, THREE)]).toEqual([true, true]);
  const second = chainOf();
  expect(second).not.toBe(first);
  renameSync(`${place}-away`, place);
  rmSync(large);
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
