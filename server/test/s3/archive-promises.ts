import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';

export const namesIn = async (store: ArchiveStore, prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const batch of store.list(prefix)) names.push(...batch);
  return names.sort();
};

const read = async (store: ArchiveStore, name: string) => {
  const content = await store.get(name);
  return content && buffer(content);
};

/** Keeps streams whole, of no size or of several parts, and lists and removes them. */
export const keepsStreams = async (store: ArchiveStore): Promise<void> => {
  // More than two parts of an upload, and than one page of a list.
  const large = randomBytes(40 * 1024 * 1024);
  await store.put('chains/one/bases/a/files.zst', Readable.from([large.subarray(0, 1_000), large.subarray(1_000)]));
  // One that may become so large is stored in larger parts.
  await store.put('chains/one/bases/b/files.zst', Readable.from([large]), 200 * 1024 ** 3);
  expect((await read(store, 'chains/one/bases/b/files.zst'))?.equals(large)).toBe(true);
  await store.remove(['chains/one/bases/b/files.zst']);
  await store.put('chains/one/wal/empty.zst', Readable.from([]));
  for (let number = 10; number < 35; number += 1) await store.put(`chains/two/wal/${number}`, Readable.from(['x']));
  expect((await read(store, 'chains/one/bases/a/files.zst'))?.equals(large)).toBe(true);
  expect(await read(store, 'chains/one/wal/empty.zst')).toEqual(Buffer.alloc(0));
  expect([await read(store, 'none'), await store.has('none'), await store.has('chains/two/wal/10')]).toEqual([
    null,
    false,
    true,
  ]);
  expect(await namesIn(store, 'chains/one/')).toEqual(['chains/one/bases/a/files.zst', 'chains/one/wal/empty.zst']);
  const two = await namesIn(store, 'chains/two/');
  expect(two).toHaveLength(25);
  await store.remove([...two, 'none']);
  expect(await namesIn(store, 'chains/two/')).toEqual([]);
  expect(await store.has('chains/one/wal/empty.zst')).toBe(true);
  await store.remove(['chains/one/bases/a/files.zst', 'chains/one/wal/empty.zst']);
};

/** Keeps nothing of a stream that breaks. */
export const keepsNothingBroken = async (store: ArchiveStore): Promise<void> => {
  const breaking = async function* () {
    yield randomBytes(20 * 1024 * 1024);
    throw new Error('The disk cannot be read');
  };
  await expect(store.put('chains/one/wal/broken', Readable.from(breaking()))).rejects.toThrow(
    'The disk cannot be read',
  );
  expect(await store.has('chains/one/wal/broken')).toBe(false);
  expect(await namesIn(store, 'chains/')).toEqual([]);
  await store.removeDrafts(new Date());
};
