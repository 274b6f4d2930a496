import { constants, createReadStream, openSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type BackupArchive, getSealed, putSealed, segmentObject } from './archive.ts';

/** The archive has other content under the name: another server archives the same chain. */
export class OtherContent extends Error {}

/** Opens a file, which PostgreSQL's user named; never what a link of his leads to. */
const readFileOf = (path: string) =>
  createReadStream('', { fd: openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW) });

/**
 * Keeps a file of PostgreSQL's log in a chain. One that is there already stays, as PostgreSQL asks
 * again after a crash; throws `OtherContent` if it is another.
 */
export const keepSegment = async (archive: BackupArchive, chain: string, name: string, path: string): Promise<void> => {
  const object = segmentObject(chain, name);
  const there = (await archive.store.has(`${object}${archive.sealing.ending}`))
    ? await getSealed(archive, object).then((content) => content && buffer(content))
    : null;
  if (there === null) return putSealed(archive, object, readFileOf(path));
  if (there.equals(await buffer(readFileOf(path)))) return;
  throw new OtherContent(`${object} is in ${archive.store.place} with other content`);
};
