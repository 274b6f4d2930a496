import { createStore, del, get, set, values } from 'idb-keyval';
import { withoutOwnFacts } from './own-facts.ts';
import { QUEUE_CHANNEL, QUEUE_LOCK, type QueuedSubmission, type QueueNews } from './queued-submission.ts';

// Opened at first use, because pages written at build time have no database.
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

/** Stores an item and tells every tab. Rejects when the device has no room or forbids storing. */
export const enqueue = async (item: QueuedSubmission): Promise<void> => {
  await set(item.key, item, store());
  tell(newsOf(item));
};

/** Changes an item without telling the tabs. */
export const amendQueued = (item: QueuedSubmission): Promise<void> => set(item.key, item, store());

/** Removes an item in any state, and tells every tab. */
export const removeQueued = async (item: QueuedSubmission): Promise<void> => {
  await del(item.key, store());
  tell({ ...newsOf(item), state: 'gone' });
};

/** Runs `work` while no other tab or worker sends. Without locks (old browsers) the items' keys alone keep order. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(QUEUE_LOCK, work) : work();

/** Records that the person has seen an item's result, if the item is still there. */
export const noteTold = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued({ ...item, told: true });
  });

/** Removes the person's whole name and number once the confirmation has been opened. */
export const noteOpened = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued(withoutOwnFacts(item));
  });

/**
 * Removes an item while it is not being sent, and returns it. Leaves it, and returns nothing, when its state has
 * changed since the person saw it: a waiting one may have been received meanwhile, with a driver code that is stored
 * nowhere else.
 */
export const takeQueued = (key: string, expected: QueuedSubmission['state']): Promise<QueuedSubmission | undefined> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item?.state !== expected) return undefined;
    await removeQueued(item);
    return item;
  });
