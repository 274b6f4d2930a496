import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { isMissingFile } from '#lib/durable-files.ts';
import { beginSealing, markIn, readSealing, type Sealing } from './sealing.ts';

/** Milliseconds for which a bucket is taken to be the one that was looked at. */
const LOOK_MS = 10 * 60_000;

const markNow = (store: ArchiveStore): Promise<string | null> =>
  markIn(store).catch((error: unknown) => {
    if (isMissingFile(error)) return null;
    throw error;
  });

/** The place has other backups than those that were opened, as where two disks take turns. */
export class OtherPlace extends Error {}

const awayWords = ({ place, mayVanish }: ArchiveStore): string =>
  mayVanish
    ? `The backup disk is not there: ${place} has none of the backups that were in it`
    : `The backups that were in ${place} are gone`;

/**
 * The store of an archive that was opened, whose puts fail where the archive is gone: below a disk
 * that was disconnected lies an empty folder, on the disk of the data. They throw `OtherPlace`
 * where another than that of `mark` is there. `uptime` is in milliseconds.
 */
export const markedStore = (store: ArchiveStore, mark: string, uptime: () => number): ArchiveStore => {
  let looked = uptime();
  const of = (inner: ArchiveStore): ArchiveStore => {
    const look = async (): Promise<void> => {
      if (!inner.mayVanish && uptime() - looked < LOOK_MS) return;
      const found = await markNow(inner);
      if (found === null) throw new Error(awayWords(inner));
      if (found !== mark) throw new OtherPlace(`Another disk is in the place of the backups, ${inner.place}`);
      looked = uptime();
    };
    return {
      ...inner,
      put: async (name, content, most) => {
        // A stream that fails before somebody reads it would end the process.
        content.on('error', () => {});
        await look().catch((error: unknown) => {
          content.destroy();
          throw error;
        });
        await inner.put(name, content, most);
        // It may have been disconnected meanwhile.
        await look();
      },
      until: (signal) => of(inner.until(signal)),
    };
  };
  return of(store);
};

const NOT_WRITABLE = 'The user of this server may not write there: give it to this user, with chown';
const UNREACHABLE = 'It cannot be reached';
/** Errors of a folder or of the network, in words for the owner, by their codes in errno(3). */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'It is not there: connect its disk',
  ENOSPC: 'Its disk is full',
  EDQUOT: 'Its disk is full',
  EROFS: 'It can only be read: mount it for writing',
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ECONNREFUSED: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
};

/** Why a place of backups keeps nothing, in words for the owner. */
export const wordsOf = (error: unknown): string => {
  const { message, name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'It does not answer';
  return WORDS[code] ?? (message || name || String(error)).split('\n')[0] ?? '';
};

/** Opens the archive in a place; begins it only for a DATA_DIR that never archived. */
export const openPlace = async (
  store: ArchiveStore,
  passphrase: string | undefined,
  isKnown: boolean,
): Promise<Sealing> => {
  const sealing = await readSealing(store, passphrase);
  if (sealing !== null) return sealing;
  // The empty folder below which a disk is connected must not be filled in its place.
  if (isKnown) throw new Error(awayWords(store));
  return beginSealing(store, passphrase);
};

/** Fails once the signal aborts. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

type InFlight = { begun: number; abort: AbortController };

/**
 * Does one at a time, and waits for none longer than until it is aborted. One that hangs all the
 * same, as on a disk that was pulled out, has a thread of this process; no other follows it there.
 */
export const oneAtATime = <T extends unknown[]>(
  uptime: () => number,
  work: (signal: AbortSignal, ...given: T) => Promise<void>,
) => {
  let current: InFlight | null = null;
  return {
    current: (): InFlight | null => current,
    begin: async (...given: T): Promise<void> => {
      if (current !== null) throw new Error('The place of backups has not answered since it was last asked');
      const abort = new AbortController();
      current = { begun: uptime(), abort };
      const ended = work(abort.signal, ...given).finally(() => {
        current = null;
      });
      await Promise.race([ended, abortOf(abort.signal)]);
    },
  };
};
