import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  expect(await look('2026-11-28T10:05', 'another passphrase of theirs')).toEqual([
    ['bad', expect.stringContaining(`BACKUP_PASSPHRASE does not open the backups in ${place}`)],
  ]);
});

test('a place that is not there is bad, and one on the disk of the data is worth a look', async () => {
  const onDisk = await checkArchive(readConfig({ DATA_DIR: root, BACKUP_URL: place }));
  expect(onDisk[0]).toMatchObject({ grade: 'warn', says: expect.stringContaining('is on the same disk as the data') });
  rmSync(place, { recursive: true });
  expect((await look('2026-11-28T10:00'))[0]?.[0]).toBe('bad');
});
