import { randomUUID } from 'node:crypto';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { bufferUpTo } from './bounded.ts';
import { proofKey, proved, withProof } from './seal-proof.ts';

/** The first object of an archive. It says how the others are sealed, and is readable itself. */
export const ARCHIVE_MARK = 'banbo-archive.json';
/** The key that opens an encrypted archive, itself encrypted with the passphrase. */
const KEY = 'banbo-key.age';
/** Bytes of the mark and of the key, which have some hundred. */
const MARK_BYTES = 64 * 1024;
/** The power of two of scrypt's work: 64 MB and a fifth of a second for each guess. */
const SCRYPT_WORK = 16;

const Mark = z.object({ format: z.literal(1), recipient: z.string().nullable() });

/** The reason why the archive in a place is not opened: its mark, its key or the passphrase. */
export class ArchiveRefusal extends StartRefusal {}

/**
 * Turns content into objects of an archive and back: Zstandard (RFC 8878) with its checksum, and,
 * with a passphrase, age (age-encryption.org/v1) around it, so that `zstd` and `age` open them too.
 */
export type Sealing = {
  /** The ending of an object's name. */
  ending: '.zst' | '.zst.age';
  /** `name` is that of the object, without the ending. */
  seal: (content: Readable, name: string) => Promise<Readable>;
  /**
   * Fails, at the end at the latest, for content that is not as it was sealed, and where there is a
   * passphrase for what another sealed, or for another object.
   */
  open: (object: Readable, name: string) => Promise<Readable>;
};

const through = (from: Readable, transform: Transform): Readable => {
  from.on('error', (error) => transform.destroy(error));
  transform.on('close', () => from.destroy());
  return from.pipe(transform);
};

const compressed = (content: Readable): Readable =>
  through(content, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }));

const plain: Sealing = {
  ending: '.zst',
  seal: async (content) => compressed(content),
  open: async (object) => through(object, createZstdDecompress()),
};

/** Loaded where there is a passphrase: most servers start without its cryptography. */
const loadAge = () => import('age-encryption');

/** The web's stream of Node's, and back, as age's library takes and gives the web's. */
const asWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const asNode = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);

const encrypted = (recipient: string, identity: string): Sealing => {
  const key = proofKey(identity);
  return {
    ending: '.zst.age',
    seal: async (content, name) => {
      const { Encrypter } = await loadAge();
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return asNode(await encrypter.encrypt(asWeb(through(compressed(content), withProof(key, name)))));
    },
    open: async (object, name) => {
      const { Decrypter } = await loadAge();
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      const content = through(asNode(await decrypter.decrypt(asWeb(object))), proved(key, name));
      return through(content, createZstdDecompress());
    },
  };
};

const readKey = async (store: ArchiveStore, passphrase: string): Promise<string> => {
  const key = await store.get(KEY);
  if (key === null) throw new ArchiveRefusal(`The key of the backups in ${store.place} is gone: name another place`);
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const sealed = await bufferUpTo(key, MARK_BYTES);
  try {
    return await decrypter.decrypt(sealed, 'text');
  } catch (error) {
    throw new ArchiveRefusal(
      `BACKUP_PASSPHRASE does not open the backups in ${store.place}: give the one that they were made with`,
      { cause: error },
    );
  }
};

/** The mark of a place as it is written, by which one is told from another; null without one. */
export const markIn = async (store: ArchiveStore): Promise<string | null> => {
  const found = await store.get(ARCHIVE_MARK);
  return found === null ? null : (await bufferUpTo(found, MARK_BYTES)).toString();
};

const readMark = async (store: ArchiveStore): Promise<z.infer<typeof Mark> | null> => {
  const written = await markIn(store);
  if (written === null) return null;
  let mark: unknown;
  try {
    mark = JSON.parse(written);
  } catch (error) {
    const advice = 'put it back as it is in another copy of the backups, or name another place';
    throw new ArchiveRefusal(`${ARCHIVE_MARK} in ${store.place} is damaged: ${advice}`, { cause: error });
  }
  const { data, error } = Mark.safeParse(mark);
  if (data) return data;
  throw new ArchiveRefusal(`A newer version made the backups in ${store.place}: use that version`, { cause: error });
};

/**
 * Reads how the archive in a place is sealed; null for a place without one. Throws an
 * `ArchiveRefusal` for a passphrase that does not fit, or a mark that was changed: anybody who can
 * write there could name a recipient of his own in it.
 */
export const readSealing = async (store: ArchiveStore, passphrase: string | undefined): Promise<Sealing | null> => {
  const mark = await readMark(store);
  if (mark === null) return null;
  if (mark.recipient === null) {
    if (passphrase === undefined) return plain;
    throw new ArchiveRefusal(
      `The backups in ${store.place} are not encrypted: name another place in BACKUP_URL, or leave BACKUP_PASSPHRASE out`,
    );
  }
  if (passphrase === undefined) {
    throw new ArchiveRefusal(`The backups in ${store.place} are encrypted: set BACKUP_PASSPHRASE`);
  }
  const identity = await readKey(store, passphrase);
  const { identityToRecipient } = await loadAge();
  const recipient = await identityToRecipient(identity);
  if (recipient === mark.recipient) return encrypted(recipient, identity);
  throw new ArchiveRefusal(
    `${ARCHIVE_MARK} in ${store.place} names another key than the passphrase opens: somebody changed it`,
  );
};

/** Content as a stream that also ends when nobody reads it. */
export const asStream = (content: string | Uint8Array): Readable => {
  const stream = new PassThrough();
  stream.end(content);
  return stream;
};

/** The key of a place: a new one, or that of an archive whose mark is gone or was not written. */
const makeKey = async (store: ArchiveStore, passphrase: string): Promise<string> => {
  if (await store.has(KEY)) return readKey(store, passphrase);
  const { Encrypter, generateX25519Identity } = await loadAge();
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_WORK);
  encrypter.setPassphrase(passphrase);
  await store.put(KEY, asStream(await encrypter.encrypt(identity)));
  return identity;
};

/** Begins an archive in a place that has none. The key is there before the mark that needs it. */
export const beginSealing = async (store: ArchiveStore, passphrase: string | undefined): Promise<Sealing> => {
  const identity = passphrase === undefined ? null : await makeKey(store, passphrase);
  const recipient = identity === null ? null : await (await loadAge()).identityToRecipient(identity);
  await store.put(ARCHIVE_MARK, asStream(JSON.stringify({ format: 1, recipient, id: randomUUID() })));
  return identity === null || recipient === null ? plain : encrypted(recipient, identity);
};
