import { fromReserve, isUnwritable } from './connection/write-access.ts';
import type { Db } from './database.ts';

/** Notes that wait at once, some hundred bytes each; an office on a full disk makes fewer. */
const MOST = 10_000;
const RETRY_MS = 5_000;
/** Milliseconds that the last try may hold up the end: the database may not answer. */
const LAST_TRY_MS = 500;

const NOT_WRITTEN = 'a note of what was read could not be written';

type Write = (db: Db) => Promise<void>;
/** Says of a note who did what to which record, by ids alone. */
type About = Readonly<Record<string, string | number>>;
type Log = { error: (what: object, words: string) => void };

export type LateNotes = {
  /**
   * Writes a note of who read what. While the database takes no writes, the server's log has it at
   * once, and `write` is called again until it succeeds. Throws for any other reason and while too
   * many notes wait, so that no read goes without a note.
   */
  keep: (about: About, write: Write) => Promise<void>;
  stop: () => Promise<void>;
};

/** True for a note that never can be written, such as one of a record that is gone by now. */
const isOfValues = (error: unknown): boolean => /^2[23]...$/.test((error as { code?: string }).code ?? '');

/** Notes who read what; reading goes on while the disk is full or the database is read only. */
export const lateNotes = (db: Db, log: Log): LateNotes => {
  const waiting: { about: About; write: Write }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  /** Writes what waits, in its order, until something cannot be written. */
  const writeEach = async (): Promise<void> => {
    for (let [next] = waiting; next; [next] = waiting) {
      try {
        await fromReserve(() => next.write(db));
      } catch (error) {
        if (!isOfValues(error)) return;
        log.error({ err: error, about: next.about }, NOT_WRITTEN);
      }
      waiting.shift();
    }
  };
  const writeWaiting = (): Promise<void> => {
    writing ??= writeEach().finally(() => {
      writing = null;
    });
    return writing;
  };
  const retryLater = (): void => {
    timer ??= setTimeout(async () => {
      await writeWaiting();
      timer = undefined;
      if (waiting.length > 0) retryLater();
    }, RETRY_MS).unref();
  };

  return {
    keep: async (about, write) => {
      try {
        await fromReserve(() => write(db));
      } catch (error) {
        const mayWait = isUnwritable(error) && waiting.length < MOST;
        log.error(
          { err: error, about },
          mayWait ? 'a note of what was read waits until it can be written' : NOT_WRITTEN,
        );
        if (!mayWait) throw error;
        waiting.push({ about, write });
        return retryLater();
      }
      if (waiting.length > 0) void writeWaiting();
    },
    stop: async () => {
      clearTimeout(timer);
      if (waiting.length === 0) return;
      await Promise.race([writeWaiting(), new Promise((resolve) => setTimeout(resolve, LAST_TRY_MS).unref())]);
    },
  };
};
