import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { type BackupArchive, baseObject, keyOfPhoto, listSealed, photoObject, putSealed } from './archive.ts';
import { photoKeeper, photosBetween, putPhotoList } from './keep-photos.ts';
import { beginSealing } from './sealing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-photos-'));
  mkdirSync(join(folder, 'drivers'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KEYS = Array.from({ length: 20 }, (_, number) => `drivers/${number}.jpg`);

/** Milliseconds of a put: the next photo has been found by then. */
const PUT_MS = 10;

/** A place whose puts wait for others that come meanwhile; with `fails` the tenth fails. */
const placeOf = (mayVanish: boolean, fails: boolean) => {
  const seen = { most: 0, atOnce: 0, puts: 0 };
  const put = async (): Promise<void> => {
    seen.puts += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    const isTenth = seen.puts === 10;
    await new Promise((resolve) => setTimeout(resolve, PUT_MS));
    seen.atOnce -= 1;
    if (fails && isTenth) throw new Error('The place is full');
  };
  const sealing = { ending: '.zst', seal: async (content: unknown) => content };
  return { seen, archive: { store: { put, mayVanish }, sealing } as unknown as BackupArchive };
};

test('several photos are kept at a time, fewer on a disk, and those that a failure left come the next time', async () => {
  const photos = photoKeeper(folder);
  const store = photos.noting({ put: async (key: string) => writeFileSync(join(folder, key), key) } as never);
  const storeAll = async () => {
    for (const key of KEYS) await store.put(key, new Uint8Array());
  };
  await storeAll();
  const bucket = placeOf(false, true);
  await expect(photos.keepNew(bucket.archive)).rejects.toThrow('The place is full');
  expect(photos.newLeft()).toBeGreaterThan(0);
  await photos.keepNew(bucket.archive);
  expect(photos.newLeft()).toBe(0);
  expect(bucket.seen.most).toBeGreaterThan(2);
  expect(bucket.seen.most).toBeLessThanOrEqual(8);
  await storeAll();
  const disk = placeOf(true, false);
  await photos.keepNew(disk.archive);
  expect(disk.seen.most).toBe(2);
});

test('a photo that came and went between two bases is in the list of the next one, and in no later one', async () => {
  const store = folderArchive(folder);
  const archive = { store, sealing: await beginSealing(store, undefined) };
  const [before, next] = ['20261127T020000.000Z', '20261128T020000.000Z'].map((id) => ({ chain: 'one', id }));
  if (!before || !next) throw new Error('There are two');
  for (const key of ['before', 'between', 'there']) await putSealed(archive, photoObject(`drivers/${key}.jpg`), key);
  await putPhotoList(archive, before, ['drivers/before.jpg']);
  await putSealed(archive, baseObject(before, 'base'), 'a description');
  const kept = { keys: ['drivers/there.jpg'], had: (await listSealed(archive, photoObject(''))).map(keyOfPhoto) };
  const found = await photosBetween(archive, kept);
  expect(found).toEqual(['drivers/between.jpg']);
  await putPhotoList(archive, next, ['drivers/there.jpg', ...found]);
  await putSealed(archive, baseObject(next, 'base'), 'a description');
  expect(await photosBetween(archive, kept)).toEqual([]);
});
