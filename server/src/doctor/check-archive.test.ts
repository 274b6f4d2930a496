import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { baseObject, putSealed } from '../backup/archive/archive.ts';
import { beginSealing } from '../backup/archive/sealing.ts';
import { readConfig } from '../config.ts';
import { checkArchive } from './check-archive.ts';

let root: string;
let place: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-doctor-'));
  place = join(root, 'place');
  mkdirSync(place);
});
afterEach(() => rmSync(root, { recursive: true }));

const PASSPHRASE = 'a passphrase of the owner';

const look = async (now: string, BACKUP_PASSPHRASE = PASSPHRASE) =>
  (
    await checkArchive(readConfig({ DATA_DIR: '/proc', BACKUP_URL: place, BACKUP_PASSPHRASE }), new Date(`${now}:00Z`))
  ).map(({ grade, says }) => [grade, says]);

test('nothing is said without a place', async () => {
  expect(await checkArchive(readConfig({}))).toEqual([]);
});

test('a place is good while its newest backup is of the last night', async () => {
  expect(await look('2026-11-28T10:00')).toEqual([['bad', `There are no backups in ${place}`]]);
  const store = folderArchive(place);
  const archive = { store, sealing: await beginSealing(store, PASSPHRASE) };
  expect(await look('2026-11-28T10:00')).toEqual([['bad', `${place} has no whole backup yet`]]);
  const base = {
    chain: 'one',
    id: '20261128T020000.000Z',
    begun: '2026-11-28T02:00:00Z',
    ended: '2026-11-28T02:05:00Z',
  };
  const log = { first: '00', last: '00', label: 'a label', version: 18 };
  await putSealed(archive, baseObject(base, 'base'), JSON.stringify({ format: 1, ...base, ...log }));
  expect(await look('2026-11-28T10:05')).toEqual([['good', `The newest backup in ${place} is 8 hours old`]]);
  expect(await look('2026-11-30T10:05')).toEqual([['bad', `The newest backup in ${place} is 2 days old`]]);
  const later = { ...base, id: '20280101T020000.000Z', ended: '2028-01-01T02:05:00Z' };
  await putSealed(archive, baseObject(later, 'base'), JSON.stringify({ format: 1, ...later, ...log }));
  expect(await look('2026-11-30T10:05')).toEqual([
    ['bad', `The newest backup in ${place} is 2 days old`],
    ['warn', `${place} has a backup of a day to come`],
  ]);
  expect(await look('2026-11-28T10:05', 'another passphrase of theirs')).toEqual([
    ['bad', expect.stringContaining(`BACKUP_PASSPHRASE does not open the backups in ${place}`)],
  ]);
});

test('photos in a bucket of their own are not in the place, which is said', async () => {
  const bucket = { FILES_S3_BUCKET: 'photos', FILES_S3_ACCESS_KEY_ID: 'key', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
  const found = await checkArchive(readConfig({ DATA_DIR: '/proc', BACKUP_URL: place, ...bucket }));
  expect(found[0]).toMatchObject({ grade: 'warn', says: 'Photos in the bucket photos are not in the backups' });
});

test('a place that is not there is bad, and one on the disk of the data is worth a look', async () => {
  const onDisk = await checkArchive(readConfig({ DATA_DIR: root, BACKUP_URL: place }));
  expect(onDisk[0]).toMatchObject({ grade: 'warn', says: expect.stringContaining('is on the same disk as the data') });
  rmSync(place, { recursive: true });
  expect((await look('2026-11-28T10:00'))[0]?.[0]).toBe('bad');
});

test('what waits to be kept is told, and a folder that is named as a URL is looked at like any other', async () => {
  const marks = join(root, 'database/pg_wal/archive_status');
  mkdirSync(marks, { recursive: true });
  writeFileSync(join(marks, '000000010000000000000001.ready'), '');
  const config = readConfig({ DATA_DIR: root, BACKUP_URL: pathToFileURL(place).href });
  const at = async (minutes: number) =>
    (await checkArchive(config, new Date(Date.now() + minutes * 60_000))).map(({ says }) => says);
  expect(await at(1)).toEqual([
    `${place} is on the same disk as the data, and would be lost with it`,
    `There are no backups in ${place}`,
  ]);
  expect((await at(10))[1]).toMatch(/^Changes of the last (?:9|10) minutes are not kept in /);
  expect((await at(190))[1]).toContain('Changes of the last 3 hours are not kept in ');
});
