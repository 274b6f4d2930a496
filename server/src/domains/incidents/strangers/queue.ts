import type { Db, Tx } from '#db/database.ts';
import { holdNamed, insertIncidents, insertSteps, takeNumbers } from '../raising/raising.repo.ts';
import { ringFirst } from '../shifts/ring.ts';
import { lockLeftCalls, moveToQueue, queueNow, raiseQueueAgain, silentQueue, strangersOnBoard } from './queue.repo.ts';

/** Strangers' calls that ring by themselves: so many unacknowledged, or of ten minutes. */
const [MOST_ALONE, MOST_RECENT] = [5, 20];
const RECENT_MS = 600_000;
/** Milliseconds after which new calls have an acknowledged queue ring anew. */
const AGAIN_MS = 300_000;

const GRADE = 'sos';

const makeQueue = async (tx: Tx, now: Date): Promise<string> => {
  const [number = ''] = await takeNumbers(tx, { year: now.getUTCFullYear(), isDrill: false, count: 1 });
  const at = { raised_at: now, rings_since: now, first_signal_at: now, last_signal_at: now };
  const queue = { number, grade: GRADE, source: 'member', is_known: false, is_queue: true, ...at } as const;
  const [id = ''] = await insertIncidents(tx, [queue]);
  const words = 'Many strangers call. Their calls wait here together.';
  await insertSteps(tx, [{ incident_id: id, at: now, what: 'note', words }]);
  return id;
};

/** The queue for new calls of strangers, which rings where it is new or has rested. */
const openQueue = async (tx: Tx, now: Date): Promise<string> => {
  let open = await queueNow(tx);
  if (!open) {
    await holdNamed(tx, ['queue of strangers']);
    open = await queueNow(tx);
  }
  const hasRested = open?.status === 'acknowledged' && now.getTime() - open.rings_since.getTime() >= AGAIN_MS;
  if (open && !(hasRested && (await raiseQueueAgain(tx, open.id, now)))) return open.id;
  const id = open?.id ?? (await makeQueue(tx, now));
  await ringFirst(tx, [{ id, grade: GRADE }], now);
  return id;
};

/**
 * The queue of each of so many new calls of strangers; null for those that ring by themselves,
 * while there are few (incidents, rule 42). At one moment some more than the bound may ring.
 */
export const queuesOf = async (tx: Tx, count: number, now: Date): Promise<(string | null)[]> => {
  if (count === 0) return [];
  const { ringing, recent } = await strangersOnBoard(tx, new Date(now.getTime() - RECENT_MS));
  const room = Math.max(0, Math.min(MOST_ALONE - ringing, MOST_RECENT - recent));
  const queue = count > room ? await openQueue(tx, now) : null;
  return Array.from({ length: count }, (_, n) => (n < room ? null : queue));
};

const silentNow = (db: Db, now: Date) => silentQueue(db, new Date(now.getTime() - AGAIN_MS));

/** True where calls wait in an acknowledged queue that has rested since. */
export const hasSilentQueue = async (db: Db, now: Date): Promise<boolean> => (await silentNow(db, now)) !== undefined;

/** Has that queue ring again, though no further call comes. */
export const ringSilentQueue = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const id = await silentNow(tx, now);
    if (id !== undefined && (await raiseQueueAgain(tx, id, now))) await ringFirst(tx, [{ id, grade: GRADE }], now);
  });

/** Calls of one run at most; the rest follow within seconds. */
const MOST_LEFT = 200;

/**
 * Takes up calls that came as their queue ended, and those in a queue that a server of the version
 * before ended: each rings by itself, or waits in the queue that is open now.
 */
export const takeUpLeftCalls = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const left = await lockLeftCalls(tx, MOST_LEFT);
    const queues = await queuesOf(tx, left.length, now);
    for (const [n, { id }] of left.entries()) await moveToQueue(tx, id, queues[n] ?? null);
    await ringFirst(
      tx,
      left.filter((_, n) => (queues[n] ?? null) === null),
      now,
    );
  });
