import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredFile } from './file-store.ts';
import { localFiles } from './local-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'banbo-files-'));
});
afterEach(() => rm(root, { recursive: true }));

const bytes = Buffer.from('a photo');
const listed = async (folder: string): Promise<StoredFile[]> => {
  const found: StoredFile[] = [];
  for await (const file of localFiles(root).list(folder)) found.push(file);
  return found;
};

test('what is stored is there for the next process, readable by us alone, with nothing unfinished beside it', async () => {
  await localFiles(join(root, 'files')).put('drivers/a.jpg', bytes);
  const read = await localFiles(join(root, 'files')).get('drivers/a.jpg');
  expect(read && (await buffer(read))).toEqual(bytes);
  expect(await readdir(join(root, 'files/drivers'))).toEqual(['a.jpg']);
  expect((await stat(join(root, 'files/drivers/a.jpg'))).mode & 0o077).toBe(0);
});

test('a file that is not there is null, and may be removed', async () => {
  const files = localFiles(root);
  expect(await files.get('drivers/none.jpg')).toBeNull();
  await files.remove('drivers/none.jpg');
  await files.put('drivers/a.jpg', bytes);
  await files.remove('drivers/a.jpg');
  expect(await files.get('drivers/a.jpg')).toBeNull();
});

test('a folder is listed with the times of its files, unfinished ones too', async () => {
  expect(await listed('drivers')).toEqual([]);
  const before = Date.now() - 5_000;
  await localFiles(root).put('drivers/a.jpg', bytes);
  await writeFile(join(root, 'drivers/b.jpg.1234.tmp'), 'half');
  await mkdir(join(root, 'drivers/folder'));
  const files = await listed('drivers');
  expect(files.map((file) => file.key).sort()).toEqual(['drivers/a.jpg', 'drivers/b.jpg.1234.tmp']);
  for (const { modified } of files) expect(modified.getTime()).toBeGreaterThan(before);
});

test('a store that fails leaves no file behind', async () => {
  await mkdir(join(root, 'drivers/a.jpg'), { recursive: true });
  await expect(localFiles(root).put('drivers/a.jpg', bytes)).rejects.toThrow();
  expect(await readdir(join(root, 'drivers'))).toEqual(['a.jpg']);
});

test('a key never leads out of the store', async () => {
  const files = localFiles(join(root, 'files'));
  for (const key of ['../a.jpg', 'drivers/../../a.jpg', '/etc/passwd', 'drivers/.hidden', 'a.jpg', 'drivers/a\0.jpg']) {
    await expect(files.put(key, bytes)).rejects.toThrow(RangeError);
    await expect(files.get(key)).rejects.toThrow(RangeError);
    await expect(files.remove(key)).rejects.toThrow(RangeError);
  }
});
