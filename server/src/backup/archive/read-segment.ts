import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isSegmentName, lastTransactionIn, otherSegment, segmentBefore } from '#db/cluster/log-segment.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, getSealed, namedObject, segmentObject } from './archive.ts';
import { bufferUpTo } from './bounded.ts';

/** Bytes of a segment; histories of timelines are smaller. */
const MOST_BYTES = 16 * 1024 ** 2;

/** Reads a file of the log. */
export const bufferOfLog = (content: Readable): Promise<Buffer> => bufferUpTo(content, MOST_BYTES);

/** The part of a base that says whose log it goes on with. */
type LogOf = Pick<Base, 'chain' | 'system'>;

/** A file of the log, which is that of its name, or null where there is none. */
const readLogFile = async (archive: BackupArchive, { chain, system }: LogOf, name: string): Promise<Buffer | null> => {
  const object = segmentObject(chain, name);
  const content = await getSealed(archive, object).then((found) => found && bufferOfLog(found));
  const why = content && isSegmentName(name) ? otherSegment(content, name, system) : null;
  if (why === null) return content;
  throw new StartRefusal(`${namedObject(archive, object)} ${why}`);
};

/** Milliseconds before a file is read once more: a network may be away for a moment. */
const AGAIN_MS = [500, 2_000, 5_000];

/** The same, read again where that fails. Throws a `StartRefusal` that names the object. */
export const readLogFileAgain = async (archive: BackupArchive, of: LogOf, name: string): Promise<Buffer | null> => {
  for (const pause of [...AGAIN_MS, null]) {
    try {
      return await readLogFile(archive, of, name);
    } catch (error) {
      if (error instanceof StartRefusal) throw error;
      if (pause === null) {
        const why = error instanceof Error ? error.message : String(error);
        const object = namedObject(archive, segmentObject(of.chain, name));
        throw new StartRefusal(`${object} cannot be read: ${why}`, { cause: error });
      }
      await delay(pause);
    }
  }
  return null;
};

/**
 * The latest time of a transaction that ended between two segments; null for none. Segments that
 * cannot be read are passed over, as this only tells an operator which moments to try.
 */
export const lastTransaction = async (
  archive: BackupArchive,
  of: LogOf,
  [first, last]: [string, string],
): Promise<Date | null> => {
  for (let name = last; name >= first; name = segmentBefore(name)) {
    const read = async (): Promise<Date | null> => {
      const content = await readLogFile(archive, of, name);
      return content && lastTransactionIn(content);
    };
    const time = await read().catch(() => null);
    if (time) return time;
  }
  return null;
};
