import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { allowPassing } from '#db/cluster/run-as.ts';
import { startCluster } from '#db/cluster/start-cluster.ts';
import { asSuperuser } from '#db/cluster/superuser.ts';
import { readConfig } from '../../config.ts';
import { findBinaries } from '../../db/cluster/binaries.ts';
import { type Base, baseObject } from './archive.ts';
import { type Archiver, openArchiver } from './archiver.ts';
import { asMoment, firstSecond, lastSecond } from './moments.ts';
import { openNewestBase } from './open-newest-base.ts';
import { prune } from './prune.ts';
import { openArchive, restoreArchive, tellMoments } from './restore-archive.ts';

/** The backups of a database that had a letter written in each of its segments. */
let root: string;
let made: string;
let place: string;
let restored: string;
let first: Base;
let second: Base;
/** Moments at which there were as many letters, in whole seconds. */
const moments: Date[] = [];
let isOpenedLeft: boolean;

const openMade = async (): Promise<{ archiver: Archiver; cluster: Awaited<ReturnType<typeof startCluster>> }> => {
  const dataDir = join(root, 'data');
  const archiver = await openArchiver(readConfig({ DATA_DIR: dataDir, BACKUP_URL: made }));
  if (archiver === null) throw new Error('There is no archiver');
  return { archiver, cluster: await startCluster({ dataDir, memory: 512, archive: archiver }) };
};

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  root = mkdtempSync(join(tmpdir(), 'banbo-restore-'));
  allowPassing(root);
  made = join(root, 'made');
  for (const folder of [made, join(root, 'data')]) mkdirSync(folder);
  let { archiver, cluster } = await openMade();
  const write = async (text: string): Promise<void> => {
    const client = new pg.Client(cluster.connection);
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const writeLetter = async (): Promise<void> => {
    await write("INSERT INTO letter VALUES ('dear sir')");
    await asSuperuser(cluster.connection, (query) => query('SELECT pg_switch_wal()'));
    // A whole second between the letter and its moment, and another to the next letter.
    await delay(1_100);
    moments.push(new Date(Math.floor(Date.now() / 1_000) * 1_000));
    await delay(1_000);
  };
  await write('CREATE TABLE letter (words text)');
  await write("CREATE TABLE persons AS SELECT 1::bigint AS id, 'named.jpg' AS photo");
  mkdirSync(join(root, 'data/files/drivers'), { recursive: true });
  for (const key of ['named.jpg', 'erased.jpg']) writeFileSync(join(root, 'data/files/drivers', key), key);
  first = await archiver.keepBase();
  await delay(1_000);
  for (let count = 0; count < 3; count += 1) await writeLetter();
  await cluster.stop();
  mkdirSync(join(root, 'data/opened/database'), { recursive: true });
  ({ archiver, cluster } = await openMade());
  isOpenedLeft = existsSync(join(root, 'data/opened'));
  second = await archiver.keepBase();
  await delay(1_000);
  for (let count = 0; count < 3; count += 1) await writeLetter();
  await cluster.stop();
});
afterAll(() => {
  vi.mocked(console.log).mockRestore();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  place = mkdtempSync(join(root, 'place-'));
  cpSync(made, place, { recursive: true });
  restored = mkdtempSync(join(root, 'restored-'));
  allowPassing(restored);
});

const settings = () => readConfig({ DATA_DIR: restored, BACKUP_URL: place });

const restore = async (to: Date | null) => {
  const { rows, ...of } = await restoreArchive(settings(), { to, skip: 0 });
  return { ...of, letters: rows.get('letter') };
};

const folderOfLog = (): string => join(place, 'chains', first.chain, 'wal');

/** The segments after the second base's own, the oldest first. */
const segmentsAfter = (base: Base): string[] =>
  readdirSync(folderOfLog())
    .filter((name) => name.slice(0, 24) > base.last)
    .sort();

const objectOf = (segment = ''): string => `chains/${first.chain}/wal/${segment} in ${place}`;

const openNewest = () =>
  openArchive(settings()).then((archive) =>
    openNewestBase(archive, { dataDir: join(root, 'data'), binaries: findBinaries(undefined), chain: first.chain }),
  );

test('all of the log is restored, or as much as a moment wants', async () => {
  expect(await restore(null)).toMatchObject({ letters: 6, isOfMoment: true });
  rmSync(restored, { recursive: true });
  mkdirSync(restored);
  expect(await restore(moments[1] as Date)).toMatchObject({ letters: 2, isOfMoment: true });
  await expect(restore(new Date(Date.now() + 60_000))).rejects.toThrow(
    /^The backups in .* do not reach .*\nfrom [-0-9: ]+ to [-0-9: ]+$/,
  );
  expect((await openNewest()).rows.get('letter')).toBe(6);
});

test('photos come back with the records that name them, and no photo of a person who was erased', async () => {
  expect(await restore(null)).toMatchObject({ lostPhotos: 0 });
  expect(readdirSync(join(restored, 'files/drivers'))).toEqual(['named.jpg']);
});

test('photos that the backups lack are counted, and all else is restored', async () => {
  rmSync(join(place, 'photos/drivers/named.jpg.zst'));
  expect(await restore(null)).toMatchObject({ letters: 6, lostPhotos: 1 });
});

test('a base with a link in it, which could lead elsewhere, is not restored', async () => {
  const packed = mkdtempSync(join(root, 'packed-'));
  symlinkSync('/etc', join(packed, 'secrets'));
  const { stdout } = spawnSync('tar', ['-C', packed, '-cf', '-', 'secrets']);
  for (const part of ['secrets', 'files'] as const) {
    const object = `${baseObject(second, part)}.zst`;
    writeFileSync(join(place, object), zstdCompressSync(stdout));
    await expect(restore(null)).rejects.toThrow(`${object} in ${place} has secrets, which is no file`);
    expect(existsSync(join(restored, 'database'))).toBe(false);
  }
});

test('a backup that was opened when the server was killed is removed at its next start', () => {
  expect(isOpenedLeft).toBe(false);
});

test('a segment that is missing is named, before anything is restored, with the moment before it', async () => {
  const [, lost = ''] = segmentsAfter(second);
  rmSync(join(folderOfLog(), lost));
  const refused = await restore(null).catch((error: Error) => error.message);
  const [, to = ''] = /--to='([-0-9: ]+)'$/.exec(String(refused)) ?? [];
  expect(refused).toBe(
    `${objectOf(lost)} is missing, so what came later cannot be restored. To go back to the moment before: npm run restore -- --to='${to}'`,
  );
  expect(readdirSync(restored)).toEqual([]);
  await expect(openNewest()).rejects.toThrow(`${objectOf(lost)} is missing`);
  expect((await restore(new Date(`${to.replace(' ', 'T')}Z`))).letters).toBeGreaterThanOrEqual(3);
});

test('a segment that is cut, or holds what another should, ends the restore and is named', async () => {
  const [one = '', two = ''] = segmentsAfter(second);
  const whole = readFileSync(join(folderOfLog(), two));
  writeFileSync(join(folderOfLog(), two), whole.subarray(0, whole.length - 100));
  await expect(restore(null)).rejects.toThrow(`${objectOf(two)} cannot be read: `);
  writeFileSync(join(folderOfLog(), two), readFileSync(join(folderOfLog(), one)));
  await expect(openNewest()).rejects.toThrow(`${objectOf(two)} holds another segment of the log`);
  expect(existsSync(join(root, 'data/opened'))).toBe(false);
});

test('a log that PostgreSQL reads to its middle only is no restored database', async () => {
  const [one = ''] = segmentsAfter(second);
  const segment = zstdDecompressSync(readFileSync(join(folderOfLog(), one)));
  segment.fill(0, 40);
  writeFileSync(join(folderOfLog(), one), zstdCompressSync(segment));
  const damaged = 'a part of it is damaged. npm run restore -- --list says which moments to try';
  await expect(restore(null)).rejects.toThrow(damaged);
  await expect(restore(moments[4] as Date)).rejects.toThrow(damaged);
});

test('the backup of a month, whose later log is gone, is restored as of itself', async () => {
  const archive = await openArchive(settings());
  const now = new Date(Date.now() + 40 * 24 * 3_600_000);
  await prune(archive, { chain: first.chain, keys: async () => [], kept: { days: 1, months: 3 }, now });
  expect(segmentsAfter(first).some((name) => name.slice(0, 24) < second.first)).toBe(false);
  const own = asMoment(firstSecond(new Date(first.ended)));
  const [line, range, ...more] = (await tellMoments(settings())).split('\n');
  expect([line, more]).toEqual([own, []]);
  expect(range).toMatch(new RegExp(`^from ${asMoment(firstSecond(new Date(second.ended)))} to [-0-9: ]+$`));
  // Between the two, with letters of which no log is left.
  const gone = await restore(moments[1] as Date);
  expect(gone).toMatchObject({ letters: 0, isOfMoment: false });
  expect(new Date(gone.moment) <= new Date(first.ended)).toBe(true);
  rmSync(restored, { recursive: true });
  mkdirSync(restored);
  expect(await restore(moments[4] as Date)).toMatchObject({ letters: 5, isOfMoment: true });
  await expect(restore(lastSecond(new Date(first.begun)))).rejects.toThrow(`do not reach`);
});
