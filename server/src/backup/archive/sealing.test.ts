import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { folderArchive } from '#integrations/archive/folder-archive.ts';
import { getSealed, putSealed } from './archive.ts';
import { ArchiveRefusal, beginSealing, readSealing } from './sealing.ts';

let folder: string;
let store: ArchiveStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-archive-'));
  store = folderArchive(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const CONTENT = Buffer.from('the rows of the company '.repeat(20_000));
const PASSPHRASE = 'a passphrase of the owner';

const read = async (name: string, passphrase?: string) => {
  const sealing = await readSealing(store, passphrase);
  if (sealing === null) throw new Error('There is no archive');
  const content = await getSealed({ store, sealing }, name);
  return content && buffer(content);
};

test.each([undefined, PASSPHRASE])(
  'with the passphrase %s an object comes back as it was, and is a fraction of its size',
  async (passphrase) => {
    const sealing = await beginSealing(store, passphrase);
    await putSealed({ store, sealing }, 'wal/one', Readable.from([CONTENT]));
    expect(await read('wal/one', passphrase)).toEqual(CONTENT);
    expect(await read('wal/two', passphrase)).toBeNull();
    expect(readFileSync(join(folder, `wal/one${sealing.ending}`)).length).toBeLessThan(CONTENT.length / 10);
  },
);

test('an object without a passphrase is plain Zstandard, and one with it shows nothing of its content', async () => {
  await putSealed({ store, sealing: await beginSealing(store, undefined) }, 'wal/one', Readable.from([CONTENT]));
  expect(zstdDecompressSync(readFileSync(join(folder, 'wal/one.zst')))).toEqual(CONTENT);
  rmSync(join(folder, 'banbo-archive.json'));
  await putSealed({ store, sealing: await beginSealing(store, PASSPHRASE) }, 'wal/one', 'DRV0000017');
  const sealed = readFileSync(join(folder, 'wal/one.zst.age'));
  expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(sealed.includes('DRV0000017')).toBe(false);
  const key = readFileSync(join(folder, 'banbo-key.age'));
  expect(key.includes(PASSPHRASE) || key.includes('AGE-SECRET-KEY')).toBe(false);
});

test.each([undefined, PASSPHRASE])(
  'with the passphrase %s an object that was damaged or cut is not opened',
  async (passphrase) => {
    const sealing = await beginSealing(store, passphrase);
    await putSealed({ store, sealing }, 'wal/one', Readable.from([CONTENT]));
    const path = join(folder, `wal/one${sealing.ending}`);
    const whole = readFileSync(path);
    const damaged = Buffer.from(whole);
    damaged[whole.length - 30] = (damaged[whole.length - 30] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    await expect(read('wal/one', passphrase)).rejects.toThrow();
    writeFileSync(path, whole.subarray(0, whole.length - 20));
    await expect(read('wal/one', passphrase)).rejects.toThrow();
  },
);

test('with a passphrase no object that somebody else sealed is opened, nor one that stands for another', async () => {
  const sealing = await beginSealing(store, PASSPHRASE);
  await putSealed({ store, sealing }, 'wal/one', Readable.from([CONTENT]));
  const { recipient } = JSON.parse(readFileSync(join(folder, 'banbo-archive.json'), 'utf8'));
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  writeFileSync(join(folder, 'wal/theirs.zst.age'), await encrypter.encrypt(zstdCompressSync(CONTENT)));
  copyFileSync(join(folder, 'wal/one.zst.age'), join(folder, 'wal/two.zst.age'));
  for (const name of ['wal/theirs', 'wal/two']) {
    await expect(read(name, PASSPHRASE)).rejects.toThrow('It was not made by whoever has the passphrase');
  }
  expect(await read('wal/one', PASSPHRASE)).toEqual(CONTENT);
});

test('age and Zstandard open an object without the product', async () => {
  await putSealed({ store, sealing: await beginSealing(store, PASSPHRASE) }, 'wal/one', Readable.from([CONTENT]));
  const opener = new Decrypter();
  opener.addPassphrase(PASSPHRASE);
  const decrypter = new Decrypter();
  decrypter.addIdentity(await opener.decrypt(readFileSync(join(folder, 'banbo-key.age')), 'text'));
  const compressed = await decrypter.decrypt(readFileSync(join(folder, 'wal/one.zst.age')));
  expect(zstdDecompressSync(compressed)).toEqual(CONTENT);
});

test('a mark as large as no mark is refused before it fills the memory', async () => {
  writeFileSync(join(folder, 'banbo-archive.json'), ' '.repeat(1024 ** 2));
  await expect(readSealing(store, undefined)).rejects.toThrow('It is larger than any of its kind');
});

test('a passphrase that does not fit is refused in words', async () => {
  expect(await readSealing(store, PASSPHRASE)).toBeNull();
  await beginSealing(store, PASSPHRASE);
  await expect(readSealing(store, 'another passphrase of theirs')).rejects.toThrow(
    `BACKUP_PASSPHRASE does not open the backups in ${folder}: give the one that they were made with`,
  );
  await expect(readSealing(store, undefined)).rejects.toThrow(
    `The backups in ${folder} are encrypted: set BACKUP_PASSPHRASE`,
  );
  rmSync(join(folder, 'banbo-archive.json'));
  await beginSealing(store, undefined);
  await expect(readSealing(store, PASSPHRASE)).rejects.toThrow(`The backups in ${folder} are not encrypted: `);
});

test('a mark that names another key is refused, so that nothing is sealed to somebody else', async () => {
  await beginSealing(store, PASSPHRASE);
  const mark = join(folder, 'banbo-archive.json');
  const recipient = await identityToRecipient(await generateX25519Identity());
  writeFileSync(mark, JSON.stringify({ format: 1, recipient }));
  await expect(readSealing(store, PASSPHRASE)).rejects.toThrow(
    new ArchiveRefusal(
      `banbo-archive.json in ${folder} names another key than the passphrase opens: somebody changed it`,
    ),
  );
  writeFileSync(mark, JSON.stringify({ format: 1, recipient: null }));
  await expect(readSealing(store, PASSPHRASE)).rejects.toThrow(ArchiveRefusal);
});

test('a key that is there is never replaced, since it opens what is there', async () => {
  const sealing = await beginSealing(store, PASSPHRASE);
  await putSealed({ store, sealing }, 'wal/one', Readable.from([CONTENT]));
  rmSync(join(folder, 'banbo-archive.json'));
  await expect(beginSealing(store, 'another passphrase of theirs')).rejects.toThrow(ArchiveRefusal);
  await beginSealing(store, PASSPHRASE);
  expect(await read('wal/one', PASSPHRASE)).toEqual(CONTENT);
});

test('a mark that is cut off is refused in words', async () => {
  await beginSealing(store, PASSPHRASE);
  writeFileSync(join(folder, 'banbo-archive.json'), '{"format":1,"reci');
  await expect(readSealing(store, PASSPHRASE)).rejects.toThrow(`banbo-archive.json in ${folder} is damaged: `);
  writeFileSync(join(folder, 'banbo-archive.json'), '{"format":2}');
  await expect(readSealing(store, PASSPHRASE)).rejects.toThrow(`A newer version made the backups in ${folder}`);
});
