import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localFiles } from './local-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'banbo-files-'));
});
afterEach(() => rm(root, { recursive: true }));

const bytes = Buffer.from('a photo');
const batchesOf = async (list: AsyncIterable<string[]>): Promise<string[][]> => {
  const batches: string[][] = [];
  for await (const keys of list) batches.push(keys);
  return batches;
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

test('a folder is empty until a file in it is whole', async () => {
  const files = localFiles(root);
  expect(await files.isEmpty('drivers')).toBe(true);
  await mkdir(join(root, 'drivers'));
  await writeFile(join(root, 'drivers/b.jpg.tmp'), 'half');
  expect(await files.isEmpty('drivers')).toBe(true);
  expect(await files.has('drivers/a.jpg')).toBe(false);
  await files.put('drivers/a.jpg', bytes);
  expect(await files.has('drivers/a.jpg')).toBe(true);
  expect(await files.isEmpty('drivers')).toBe(false);
});

test('a folder lists its whole files', async () => {
  const files = localFiles(root);
  expect(await batchesOf(files.list('drivers'))).toEqual([[]]);
  await files.put('drivers/a.jpg', bytes);
  await writeFile(join(root, 'drivers/b.jpg.tmp'), 'half');
  expect(await batchesOf(files.list('drivers'))).toEqual([['drivers/a.jpg']]);
});

test('removing a file removes what a power cut left of it, too', async () => {
  await mkdir(join(root, 'drivers'));
  await writeFile(join(root, 'drivers/b.jpg.tmp'), 'half');
  await localFiles(root).remove('drivers/b.jpg');
  expect(await readdir(join(root, 'drivers'))).toEqual([]);
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
