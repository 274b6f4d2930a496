import { createStore, del, get, set, values } from 'idb-keyval';
import { DAY_MS } from '../browser-storage.ts';

/** A form that waits on this device until there is network. Its key makes sending it again harmless. */
export type QueuedSubmission = {
  /** The `Idempotency-Key`, which also names the item. */
  key: string;
  kind: 'registration' | 'payment';
  /** The item's name for the person, without facts that others may not see: `Registration of AMA M., GR 1234-20`. */
  title: string;
  /** The address of its POST. */
  url: string;
  /** JSON, or a multipart form when it may carry a photo. */
  format: 'json' | 'multipart';
  /** The request's body. Body, photo and form are removed as soon as the server has received them. */
  body: Record<string, string | number | undefined>;
  photo?: File;
  /** The form as it was filled in, to be corrected after a refusal. */
  form: unknown;
  /** The facts that the confirmation shows beside the server's answer. */
  shown: unknown;
  /** Instants as ISO text; the oldest is sent first. */
  savedAt: string;
  /** The server's time at the first failed try after the item's time. A failed try on another day ends it. */
  firstTriedLate?: string;
  /** The moment of the server's answer. */
  answeredAt?: string;
  /**
   * `expired` is the trace of a form that was never received: its kind and its dates, so that it does not vanish in
   * silence.
   */
  state: 'waiting' | 'received' | 'refused' | 'expired';
  /** The server's message, once it has answered. */
  message?: string;
  /** The errors of single fields, by their name in the body. */
  fields?: Record<string, string>;
  answer?: unknown;
  /** The person has seen the result. */
  told?: true;
};

/** A change of the queue, for all tabs and the service worker. */
export type QueueNews = { key: string; state: QueuedSubmission['state'] | 'gone'; title: string; message: string };

export const QUEUE_CHANNEL = 'banbo-outbox';
/** The name of the lock under which one tab or worker at a time sends, and of the browser's background sync. */
export const QUEUE_LOCK = 'banbo-outbox';

const without = (facts: unknown, names: readonly string[]): unknown =>
  facts && typeof facts === 'object'
    ? Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
    : facts;

/**
 * Replaces the person's name and number by the server's masked ones: others may open the confirmation on a shared
 * phone.
 */
const withoutOwnFacts = (item: QueuedSubmission): QueuedSubmission => ({
  ...item,
  shown: without(item.shown, ['fullname', 'mobile_number']),
});

const isPast = ({ state, answeredAt }: QueuedSubmission, now: Date): boolean =>
  state === 'received' && answeredAt !== undefined && now.getTime() >= Date.parse(answeredAt) + DAY_MS;

const holds = (facts: unknown, name: string): boolean => Object.hasOwn(Object(facts), name);

/** A day after the answer, when the code to set a password has expired: removes the person's own facts and the code. */
export const withoutDeadFacts = (item: QueuedSubmission, now: Date): QueuedSubmission => {
  const hasAny = holds(item.shown, 'fullname') || holds(item.answer, 'setup_code');
  if (!hasAny || !isPast(item, now)) return item;
  return { ...withoutOwnFacts(item), answer: without(item.answer, ['setup_code']) };
};

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
