import { createStore, del, get, set, values } from 'idb-keyval';
import { withoutOwnFacts } from './own-facts.ts';
import { QUEUE_CHANNEL, QUEUE_LOCK, type QueuedSubmission, type QueueNews } from './queued-submission.ts';

// Opened at first use, because a page that is written at build time has no database.
let opened: ReturnType<typeof createStore> | undefined;
const store = () => {
  opened ??= createStore('banbo-outbox', 'items');
  return opened;
};

const tell = (news: QueueNews): void => {
  const channel = new BroadcastChannel(QUEUE_CHANNEL);
  channel.postMessage(news);
  channel.close();
};

const newsOf = ({ key, state, title, message = '' }: QueuedSubmission): QueueNews => ({ key, state, title, message });

/** Everything in the queue, the oldest first. */
export const listQueue = async (): Promise<QueuedSubmission[]> =>
  (await values<QueuedSubmission>(store())).sort((a, b) => a.savedAt.localeCompare(b.savedAt));

/** Keeps an item and tells every tab. Rejects when the device has no room or forbids storing. */
export const enqueue = async (item: QueuedSubmission): Promise<void> => {
  await set(item.key, item, store());
  tell(newsOf(item));
};

/** Changes an item without telling anybody. */
export const amendQueued = (item: QueuedSubmission): Promise<void> => set(item.key, item, store());

/** Takes an item out, whatever its state, and tells every tab. */
export const removeQueued = async (item: QueuedSubmission): Promise<void> => {
  await del(item.key, store());
  tell({ ...newsOf(item), state: 'gone' });
};

/** Runs `work` while no other tab or worker sends. Without locks (old browsers) the items' keys alone keep order. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(QUEUE_LOCK, work) : work();

/** Notes that the person has been told what became of an item, if it is still there. */
export const noteTold = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued({ ...item, told: true });
  });

/** Forgets the person's whole name and number once they have opened the confirmation. */
export const noteOpened = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued(withoutOwnFacts(item));
  });

/**
 * Takes an item out once it is not being sent, and gives it. Leaves it, and gives nothing, when it is no longer as the
 * person saw it: one that waited may have been received meanwhile, with a driver code that is nowhere else.
 */
export const takeQueued = (key: string, expected: QueuedSubmission['state']): Promise<QueuedSubmission | undefined> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item?.state !== expected) return undefined;
    await removeQueued(item);
    return item;
  });
