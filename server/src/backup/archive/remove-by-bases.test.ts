import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { type BackupArchive, baseObject, idOfBase, listBases, putSealed } from './archive.ts';
import { putPhotoList } from './keep-photos.ts';
import { removeWhatIsOld } from './remove-by-bases.ts';
import { beginSealing } from './sealing.ts';

let folder: string;
let archive: BackupArchive;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
  const store = folderArchive(folder);
  archive = { store, sealing: await beginSealing(store, undefined) };
});
afterEach(() => rmSync(folder, { recursive: true }));

const putBase = async (begun: Date): Promise<void> => {
  const at = begun.toISOString();
  const base = { chain: 'one', id: idOfBase(begun), begun: at, ended: at };
  await putPhotoList(archive, base, []);
  const rest = { format: 1, first: '00', last: '00', label: 'a label', version: 18 };
  await putSealed(archive, baseObject(base, 'base'), JSON.stringify({ ...base, ...rest }));
};

/** Of October, whose 32nd is the first of November. */
const night = (number: number): Date => new Date(Date.UTC(2026, 9, number, 2));

const remove = (now: Date) =>
  removeWhatIsOld(archive, { chain: 'one', keys: async () => [], kept: { days: 3, months: 0 }, now });

const left = async (): Promise<string[]> => (await listBases(archive)).map(({ id }) => id.slice(0, 8));

test('a clock that is years ahead removes a night at most, and what is left goes as ever once it is right', async () => {
  for (let number = 27; number <= 32; number += 1) await putBase(night(number));
  await remove(new Date(night(32).getTime() + 600_000));
  // The last before the three days is where the first of them is reached from.
  expect(await left()).toEqual(['20261101', '20261031', '20261030', '20261029', '20261028']);
  const future = new Date('2028-01-01T02:00:00Z');
  await putBase(future);
  await remove(new Date(future.getTime() + 600_000));
  expect(await left()).toEqual(['20280101', '20261101', '20261031', '20261030', '20261029']);
  await putBase(night(33));
  await remove(new Date(night(33).getTime() + 600_000));
  expect(await left()).toEqual(['20280101', '20261102', '20261101', '20261031', '20261030']);
});

test('what a killed server left half stored goes after a day', async () => {
  const [old, fresh] = [join(folder, '.unfinished-old'), join(folder, '.unfinished-fresh')];
  for (const path of [old, fresh]) writeFileSync(path, 'half');
  await putBase(new Date());
  utimesSync(old, 0, 0);
  await remove(new Date());
  expect(readdirSync(folder).filter((name) => name.startsWith('.unfinished-'))).toEqual(['.unfinished-fresh']);
});

test('a place that refuses removal is told in words, and is no failure', async () => {
  await putBase(night(1));
  const refused = Object.assign(new Error('Access Denied'), { name: 'AccessDenied' });
  archive = { ...archive, store: { ...archive.store, removeDrafts: () => Promise.reject(refused) } };
  expect(await remove(night(2))).toBe('Access Denied');
});
