import fs from 'node:fs';
import { openFileOf } from '#db/cluster/run-as.ts';
import { type BackupArchive, getSealed, putSealed, segmentObject } from './archive.ts';
import { bufferOfLog } from './read-segment.ts';

/** The archive has other content under the name: another server archives the same chain. */
export class OtherContent extends Error {}

/**
 * Keeps a file of PostgreSQL's log in a chain, and gives the moment of its last change. One that is
 * there already stays, as PostgreSQL asks again after a crash; throws `OtherContent` if it is
 * another.
 */
export const keepSegment = async (archive: BackupArchive, chain: string, name: string, path: string): Promise<Date> => {
  const object = segmentObject(chain, name);
  const there = (await archive.store.has(`${object}${archive.sealing.ending}`))
    ? await getSealed(archive, object).then((content) => content && bufferOfLog(content))
    : null;
  const { fd, mtime } = openFileOf(path);
  const content = fs.createReadStream('', { fd });
  if (there === null) await putSealed(archive, object, content);
  else if (!there.equals(await bufferOfLog(content))) {
    throw new OtherContent(`${object} is in ${archive.store.place} with other content`);
  }
  return mtime;
};
