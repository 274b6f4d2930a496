import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Db } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { archiveById, filesOf, pieceAt } from './archives.repo.ts';
import { archiveNoun, isMaskedFor, subjectOf } from './make-archive.ts';

type Allowed = () => Promise<boolean>;

/** The bytes of a file, a piece at a time, which ends in an error where they are no more. */
async function* bytesOf(db: Db, id: string, places: readonly number[], isAllowed: Allowed): AsyncGenerator<Buffer> {
  for (const place of places) {
    const content = (await isAllowed()) ? await pieceAt(db, id, place) : undefined;
    if (content === undefined) throw new Error(`The archive ${id} was not sent to its end`);
    yield content;
  }
}

/** Passes bytes on and gives their SHA-256 to `note` at their end. */
async function* hashing(bytes: AsyncIterable<Buffer>, note: (hash: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const some of bytes) {
    hash.update(some);
    yield some;
  }
  note(hash.digest('hex'));
}

/**
 * The ZIP of an archive as a stream, whatever its size: the pieces are read one at a time, and the
 * checksums, which come last, are made on the way. A broken one has no end, so that it cannot pass
 * for whole.
 */
const zipOf = async (
  db: Db,
  id: string,
  { made, isAllowed }: { made: Date; isAllowed: Allowed },
): Promise<Readable> => {
  const zip = new ZipFile();
  const output = zip.outputStream as unknown as Readable;
  const sums: string[] = [];
  const opened = new Set<Readable>();
  const add = (file: string, bytes: () => AsyncIterable<Buffer>) =>
    zip.addReadStreamLazy(file, { mtime: made, compress: true }, (give) => {
      const stream = Readable.from(bytes(), { objectMode: false });
      opened.add(stream);
      stream.once('error', (error) => output.destroy(error));
      stream.once('close', () => opened.delete(stream));
      give(null, stream);
    });
  for (const { file, places } of await filesOf(db, id)) {
    add(file, () => hashing(bytesOf(db, id, places, isAllowed), (hash) => sums.push(`${hash}  ${file}\n`)));
  }
  add('SHA256SUMS', async function* () {
    yield Buffer.from(sums.join(''));
  });
  zip.end();
  output.once('close', () => {
    for (const stream of opened) stream.destroy();
  });
  return output;
};

type Saved = { name: string; zip: Readable };

/**
 * An archive to save. Refused with 404 `not_found`, also for an auditor who asks for one of the
 * office, and 409 `conflict` while it is not made.
 */
export const saveArchive = async (
  db: Db,
  { id, by, now }: { id: string; by: Caller; now: Date },
  isAllowed: Allowed,
): Promise<Saved> => {
  const archive = existing(await archiveById(db, id), archiveNoun);
  if (isMaskedFor(by) && !archive.is_masked) throw new Refusal('not_found', 'There is no such archive.');
  if (archive.made_at === null) throw new Refusal('conflict', 'This archive is not made yet.');
  await audit(db, by, { action: 'books.save_archive', subject: subjectOf(archive) }, now);
  const name = `books-${archive.year}${archive.is_masked ? '-auditor' : ''}.zip`;
  return { name, zip: await zipOf(db, id, { made: archive.made_at, isAllowed }) };
};
