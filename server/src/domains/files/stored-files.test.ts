import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import type { FileStore } from '#integrations/files/file-store.ts';
import { memoryFiles } from '#integrations/files/memory-files.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { adoptFiles, bindFiles, countMissing, ownFiles } from './stored-files.ts';

const OURS = '3f0c0f9e-4c52-4b0e-9d1f-0d7d2b1a7f11';
const THEIRS = 'b6a0f0b2-95a5-4a39-8f43-6a0e1c1c9d22';
const BYTES = new Uint8Array(1);

let files: ReturnType<typeof memoryFiles>;
beforeEach(() => {
  files = memoryFiles();
});

const claim = (keys: string[] = [], id = OURS, store: FileStore = files): Promise<void> =>
  bindFiles(store, id, { folder: 'drivers', sampleKeys: async () => keys });
const markOf = async (): Promise<string> => {
  const mark = await files.get('banbo/identity.txt');
  return mark ? (await text(mark)).trim() : 'no mark';
};

test('an empty store becomes the database’s, and stays it whatever is stored or lost', async () => {
  await claim();
  expect(await markOf()).toBe(OURS);
  await claim(['drivers/gone.jpg']);
  await files.put('drivers/a.jpg', BYTES);
  await claim();
});

test('the store of another database is refused, with photos and without', async () => {
  await claim([], THEIRS);
  await expect(claim()).rejects.toThrow(StartRefusal);
  await files.put('drivers/a.jpg', BYTES);
  await expect(claim(['drivers/a.jpg'])).rejects.toThrow('The photos in memory belong to another database');
  expect(await markOf()).toBe(THEIRS);
});

test('a store without a mark becomes the database’s that has one of its photos', async () => {
  await files.put('drivers/a.jpg', BYTES);
  await claim(['drivers/gone.jpg', 'drivers/a.jpg']);
  expect(await markOf()).toBe(OURS);
});

test('photos without a mark are refused to a database that has none of them', async () => {
  await files.put('drivers/a.jpg', BYTES);
  for (const keys of [[], ['drivers/gone.jpg']]) {
    await expect(claim(keys)).rejects.toThrow('Nothing says that the photos in memory belong to the database');
  }
  expect(await markOf()).toBe('no mark');
});

test('a database with photos is refused an empty store, until a person says to go on without them', async () => {
  await expect(claim(['drivers/gone.jpg'])).rejects.toThrow('The database has photos, and there are none in memory');
  expect(await markOf()).toBe('no mark');
  await adoptFiles(files, OURS);
  await claim(['drivers/gone.jpg']);
});

test('a mark that a power cut left empty is none', async () => {
  await files.put('banbo/identity.txt', new Uint8Array(0));
  await claim();
  expect(await markOf()).toBe(OURS);
});

test('of two databases that find one empty store at the same moment, the one whose mark stays has it', async () => {
  const overtaken: FileStore = {
    ...files,
    put: async (key, bytes) => {
      await files.put(key, bytes);
      await adoptFiles(files, THEIRS);
    },
  };
  await expect(claim([], OURS, overtaken)).rejects.toThrow('belong to another database');
});

test('a server that loses the race to mark a store of its own database goes on', async () => {
  const second: FileStore = {
    ...files,
    put: async () => {
      await adoptFiles(files, OURS);
      throw new Error('the other one was faster');
    },
  };
  await claim([], OURS, second);
});

test('a store is asked for its proof until it has given it, and takes and removes nothing before', async () => {
  let asked = 0;
  let answers = false;
  const store = ownFiles(files, async () => {
    asked += 1;
    if (!answers) throw new Error('away');
  });
  await expect(store.put('drivers/a.jpg', BYTES)).rejects.toThrow('away');
  await expect(store.remove('drivers/a.jpg')).rejects.toThrow('away');
  expect(files.stored.size).toBe(0);
  answers = true;
  await store.put('drivers/a.jpg', BYTES);
  await store.remove('drivers/a.jpg');
  expect(asked).toBe(3);
});

test('files that records name and that are gone are counted, but not those stored or let go meanwhile', async () => {
  for (const name of ['a', 'b', 'late']) await files.put(`drivers/${name}.jpg`, BYTES);
  const slow: FileStore = {
    ...files,
    // The listing was made before the last one was stored.
    list: async function* () {
      yield ['drivers/a.jpg', 'drivers/b.jpg'];
    },
  };
  const named = ['a', 'late', 'gone', 'gone-too'].map((name) => `drivers/${name}.jpg`);
  const allKeys = async function* () {
    yield named.slice(0, 3);
    yield named.slice(3);
  };
  expect(await countMissing(slow, { folder: 'drivers', allKeys })).toEqual({ missing: 2, named: 4 });
});
