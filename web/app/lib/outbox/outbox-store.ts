import { createStore, del, get, set, values } from 'idb-keyval';
import { OUTBOX_CHANNEL, OUTBOX_LOCK, type OutboxItem, type OutboxNews } from './outbox-item.ts';
import { withoutOwnFacts } from './own-facts.ts';

// Opened at first use, because a page that is written at build time has no database.
let opened: ReturnType<typeof createStore> | undefined;
const store = () => {
  opened ??= createStore('banbo-outbox', 'items');
  return opened;
};

const tell = (news: OutboxNews): void => {
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  channel.postMessage(news);
  channel.close();
};

const newsOf = ({ key, state, title, message = '' }: OutboxItem): OutboxNews => ({ key, state, title, message });

/** Everything in the outbox, the oldest first. */
export const listOutbox = async (): Promise<OutboxItem[]> =>
  (await values<OutboxItem>(store())).sort((a, b) => a.savedAt.localeCompare(b.savedAt));

/** Keeps an item and tells every tab. Rejects when the device has no room or forbids storing. */
export const putInOutbox = async (item: OutboxItem): Promise<void> => {
  await set(item.key, item, store());
  tell(newsOf(item));
};

/** Changes an item without telling anybody. */
export const amendInOutbox = (item: OutboxItem): Promise<void> => set(item.key, item, store());

/** Takes an item out, whatever its state, and tells every tab. */
export const dropFromOutbox = async (item: OutboxItem): Promise<void> => {
  await del(item.key, store());
  tell({ ...newsOf(item), state: 'gone' });
};

/** Runs `work` while no other tab or worker sends. Without locks (old browsers) the items' keys alone keep order. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(OUTBOX_LOCK, work) : work();

/** Notes that the person has been told what became of an item, if it is still there. */
export const noteTold = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<OutboxItem>(key, store());
    if (item) await amendInOutbox({ ...item, told: true });
  });

/** Forgets the person's whole name and number once they have opened the confirmation. */
export const noteOpened = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<OutboxItem>(key, store());
    if (item) await amendInOutbox(withoutOwnFacts(item));
  });

/**
 * Takes an item out once it is not being sent, and gives it. Leaves it, and gives nothing, when it is no longer as the
 * person saw it: one that waited may have been received meanwhile, with a driver code that is nowhere else.
 */
export const takeFromOutbox = (key: string, expected: OutboxItem['state']): Promise<OutboxItem | undefined> =>
  alone(async () => {
    const item = await get<OutboxItem>(key, store());
    if (item?.state !== expected) return undefined;
    await dropFromOutbox(item);
    return item;
  });
