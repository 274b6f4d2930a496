import { buffer } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { type S3Settings, s3Files } from '#integrations/files/s3-files.ts';

const ALL = ['drivers', 'other', 'banbo'];
/** Files that are sent at once. */
const AT_ONCE = 16;

const keysOf = async (files: FileStore, folder: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const batch of files.list(folder)) keys.push(...batch);
  return keys;
};

/** Tests what a store of files promises, on the service of a file's tests. */
export const testFilePromises = (settings: () => S3Settings, keysOfPage: number): { files: () => FileStore } => {
  let files: FileStore;
  beforeAll(() => {
    files = s3Files(settings());
  });
  const removeAll = async (): Promise<void> => {
    for (const folder of ALL) for (const key of await keysOf(files, folder)) await files.remove(key);
  };
  beforeEach(removeAll);

  test('what is stored comes back, also after it was stored anew, and is gone when removed', async () => {
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]);
    await files.put('drivers/a.jpg', Buffer.from('before'));
    await files.put('drivers/a.jpg', bytes);
    expect(await keysOf(files, 'drivers')).toEqual(['drivers/a.jpg']);
    const read = await files.get('drivers/a.jpg');
    expect(read && (await buffer(read))).toEqual(bytes);
    await files.remove('drivers/a.jpg');
    expect(await files.get('drivers/a.jpg')).toBeNull();
    await files.remove('drivers/a.jpg');
  });

  test('a photo of megabytes comes back whole', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'photo');
    await files.put('drivers/large.jpg', bytes);
    const read = await files.get('drivers/large.jpg');
    expect(read && (await buffer(read)).equals(bytes)).toBe(true);
  });

  test('whether a folder is empty, or has a file, is known', async () => {
    expect(await files.isEmpty('drivers')).toBe(true);
    await files.put('drivers/a.jpg', new Uint8Array([1]));
    expect(await files.isEmpty('drivers')).toBe(false);
    expect(await files.isEmpty('other')).toBe(true);
    expect(await files.has('drivers/a.jpg')).toBe(true);
    expect(await files.has('drivers/z.jpg')).toBe(false);
  });

  test('a bucket of more files than the service lists at once lists all of them, of this folder alone', async () => {
    const keys = Array.from({ length: 2 * keysOfPage + 1 }, (_, n) => `drivers/${n}.jpg`);
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => files.put(key, new Uint8Array([1]))));
    }
    await files.put('other/a.jpg', new Uint8Array([1]));
    expect((await keysOf(files, 'drivers')).sort()).toEqual(keys.sort());
  });

  test('a bucket carries the id of its database, and is refused to another one', async () => {
    const claim = (id: string, keys: string[] = []) =>
      bindFiles(files, id, { folder: 'drivers', sampleKeys: async () => keys });
    await claim('our-id');
    await files.put('drivers/a.jpg', new Uint8Array([1]));
    await claim('our-id', ['drivers/a.jpg']);
    await expect(claim('their-id')).rejects.toThrow('The photos in the bucket photos belong to another database');
    await files.remove('banbo/identity.txt');
    await expect(claim('their-id', ['drivers/gone.jpg'])).rejects.toThrow('Nothing says that the photos in the bucket');
    await claim('our-id', ['drivers/a.jpg']);
    await removeAll();
    await expect(claim('our-id', ['drivers/a.jpg'])).rejects.toThrow('there are none in the bucket photos');
  });

  test('a service that refuses us is an error, not a missing file', async () => {
    const stranger = s3Files({ ...settings(), accessKeyId: 'nobody' });
    await expect(stranger.get('drivers/a.jpg')).rejects.toThrow();
    await expect(stranger.put('drivers/a.jpg', new Uint8Array([1]))).rejects.toThrow();
  });
  return { files: () => files };
};
