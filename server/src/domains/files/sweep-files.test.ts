import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memoryFiles } from '#integrations/files/memory-files.ts';
import { awaitLater } from '#lib/gather.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { discardFile, expectFile, keepFile, releaseFile, sweepAllFiles, sweepFiles } from './index.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const minutesLater = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

let it: FreshDatabase;
let files: ReturnType<typeof memoryFiles>;
beforeAll(async () => {
  it = await startDatabase();
});
beforeEach(async () => {
  await it.db.deleteFrom('unowned_files').execute();
  files = memoryFiles();
});
afterAll(() => it.close());

const store = async (): Promise<string> => {
  const key = `drivers/${randomUUID()}.jpg`;
  await expectFile(it.db, key, NOW);
  await files.put(key, new Uint8Array(1));
  return key;
};
const keep = (key: string) => it.db.transaction().execute((tx) => keepFile(tx, key));
const letGo = (key: string) => it.db.transaction().execute((tx) => releaseFile(tx, key, NOW));
const sweep = (now: Date, kept = 0) => sweepFiles(it.db, files, { now, countKept: async () => kept });
const storeMany = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await store();
};
const left = () => it.db.selectFrom('unowned_files').select('key').execute();

test('a file whose record never came goes after an hour, a kept one when it is let go, and no other', async () => {
  const kept = await store();
  const letGoOf = await store();
  await keep(kept);
  await keep(letGoOf);
  await store();
  await files.put('drivers/of-nobody-we-know.jpg', new Uint8Array(1));
  expect(await sweep(minutesLater(59))).toBe(0);
  await letGo(letGoOf);
  expect(await sweep(minutesLater(59))).toBe(1);
  expect(await sweep(minutesLater(61))).toBe(1);
  expect([...files.stored.keys()].sort()).toEqual([kept, 'drivers/of-nobody-we-know.jpg'].sort());
  expect(await left()).toEqual([]);
});

test('a file that was let go is nobody’s to keep, and a record never gets one that the sweep removes', async () => {
  const late = await store();
  await sweep(minutesLater(61));
  await expect(keep(late)).rejects.toThrow(`The file ${late} was not expected, or was let go`);
});

test('a transaction that fails after it kept a file leaves the file to the sweep', async () => {
  const key = await store();
  const failing = it.db.transaction().execute(async (tx) => {
    await keepFile(tx, key);
    throw new Error('the record failed');
  });
  await expect(failing).rejects.toThrow('the record failed');
  expect(await sweep(minutesLater(61))).toBe(1);
  expect(files.stored.size).toBe(0);
});

test('discarding waits for the transaction that keeps the file, and then leaves the file alone', async () => {
  const key = await store();
  const gate = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const keeping = awaitLater(
    it.db.transaction().execute(async (tx) => {
      await keepFile(tx, key);
      kept.resolve();
      await gate.promise;
    }),
  );
  await kept.promise;
  const discarding = discardFile(it.db, files, key);
  gate.resolve();
  await Promise.all([keeping, discarding]);
  expect(files.stored.size).toBe(1);
});

test('what cannot be discarded at once is left to the sweep', async () => {
  const key = await store();
  const away = { ...files, remove: () => Promise.reject(new Error('away')) };
  await discardFile(it.db, away, key);
  expect(await left()).toEqual([{ key }]);
  expect(await sweep(NOW)).toBe(1);
  expect(await left()).toEqual([]);
});

test('a sweep removes no more than a share, says so, and a person may remove all', async () => {
  await storeMany(45);
  await expect(sweep(minutesLater(61), 2_500)).rejects.toThrow(
    '20 more files wait to be removed, and one sweep removes 25: if so many were meant to go, npm run sweep removes them all',
  );
  expect(files.stored.size).toBe(20);
  expect(await sweep(minutesLater(61))).toBe(20);
  await storeMany(45);
  expect(await sweepAllFiles(it.db, files, minutesLater(61))).toBe(45);
});

test('with few files a share is twenty', async () => {
  await storeMany(21);
  await expect(sweep(minutesLater(61), 408)).rejects.toThrow('1 more files wait');
  expect(files.stored.size).toBe(1);
});

test('a file that cannot be removed hinders no other, and is tried again', async () => {
  await storeMany(3);
  const [stubborn] = files.stored.keys();
  const partly = {
    ...files,
    remove: (key: string) => (key === stubborn ? Promise.reject(new Error('no')) : files.remove(key)),
  };
  const sweepPartly = sweepFiles(it.db, partly, { now: minutesLater(61), countKept: async () => 0 });
  await expect(sweepPartly).rejects.toThrow('1 of 3 files could not be removed');
  expect([...files.stored.keys()]).toEqual([stubborn]);
  expect(await sweep(minutesLater(61))).toBe(1);
});
