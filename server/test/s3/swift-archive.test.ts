import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { s3Archive } from '#integrations/archive/s3-archive.ts';
import { startSwift } from './swift.ts';

let swift: Awaited<ReturnType<typeof startSwift>>;
let folder: string;
beforeAll(async () => {
  swift = await startSwift(20);
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
});
afterAll(async () => {
  await swift.stop();
  rmSync(folder, { recursive: true });
});

const PLACES: [string, () => ArchiveStore][] = [
  ['a folder', () => folderArchive(folder)],
  ['a bucket', () => s3Archive({ ...swift.settings, prefix: '' })],
  ['a bucket below a prefix', () => s3Archive({ ...swift.settings, prefix: 'banbo/' })],
];

const namesOf = async (store: ArchiveStore, prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const batch of store.list(prefix)) names.push(...batch);
  return names.sort();
};

const read = async (store: ArchiveStore, name: string) => {
  const content = await store.get(name);
  return content && buffer(content);
};

test.each(PLACES)(
  '%s keeps streams whole, of no size or of several parts, and lists and removes them',
  async (_, open) => {
    const store = open();
    // More than two parts of an upload, and than one page of a list.
    const large = randomBytes(40 * 1024 * 1024);
    await store.put('chains/one/bases/a/files.zst', Readable.from([large.subarray(0, 1_000), large.subarray(1_000)]));
    await store.put('chains/one/wal/empty.zst', Readable.from([]));
    for (let number = 10; number < 35; number += 1) await store.put(`chains/two/wal/${number}`, Readable.from(['x']));
    expect((await read(store, 'chains/one/bases/a/files.zst'))?.equals(large)).toBe(true);
    expect(await read(store, 'chains/one/wal/empty.zst')).toEqual(Buffer.alloc(0));
    expect([await read(store, 'none'), await store.has('none'), await store.has('chains/two/wal/10')]).toEqual([
      null,
      false,
      true,
    ]);
    expect(await namesOf(store, 'chains/one/')).toEqual(['chains/one/bases/a/files.zst', 'chains/one/wal/empty.zst']);
    const two = await namesOf(store, 'chains/two/');
    expect(two).toHaveLength(25);
    await store.remove([...two, 'none']);
    expect(await namesOf(store, 'chains/two/')).toEqual([]);
    expect(await store.has('chains/one/wal/empty.zst')).toBe(true);
    await store.remove(['chains/one/bases/a/files.zst', 'chains/one/wal/empty.zst']);
  },
);

test.each(PLACES)('%s keeps nothing of a stream that breaks', async (_, open) => {
  const store = open();
  const breaking = async function* () {
    yield randomBytes(20 * 1024 * 1024);
    throw new Error('The disk cannot be read');
  };
  await expect(store.put('chains/one/wal/broken', Readable.from(breaking()))).rejects.toThrow(
    'The disk cannot be read',
  );
  expect(await store.has('chains/one/wal/broken')).toBe(false);
  expect(await namesOf(store, 'chains/')).toEqual([]);
});

test('a folder that is not there is not made, and has no say on what is in it', async () => {
  const away = folderArchive(join(folder, 'away'));
  const works = [() => away.put('a', Readable.from(['x'])), () => away.has('a'), () => namesOf(away, 'chains/')];
  for (const work of works) await expect(work()).rejects.toThrow('ENOENT');
});
