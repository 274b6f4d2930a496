import { createStore, del, get, set, values } from 'idb-keyval';
import { DAY_MS } from '../browser-storage.ts';

/** A form that waits on this device for network. Its key makes sending it again harmless. */
export type QueuedSubmission = {
  /** The `Idempotency-Key`, which also names the item. */
  key: string;
  kind: 'registration' | 'payment';
  /** A title without facts that others may not see: `Registration of AMA M., GR 1234-20`. */
  title: string;
  /** The URL of its POST. */
  url: string;
  /** JSON, or a multipart form when it may carry a photo. */
  format: 'json' | 'multipart';
  /** The request's body. Body, photo and form are removed once the server has them. */
  body: Record<string, string | number | undefined>;
  photo?: File;
  /** The filled form, to be corrected after a refusal. */
  form: unknown;
  /** The facts that the confirmation shows beside the answer. */
  shown: unknown;
  /** Instants as ISO text; the oldest is sent first. */
  savedAt: string;
  /** The server's time at the first try past its days. A try on another day ends it. */
  firstTriedLate?: string;
  answeredAt?: string;
  /** `expired` is the remains of a form that was never received: its kind and dates. */
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
/** The name of the sending lock, and of the browser's background sync. */
export const QUEUE_LOCK = 'banbo-outbox';

const without = (facts: unknown, names: readonly string[]): unknown =>
  facts && typeof facts === 'object'
    ? Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
    : facts;

/** Replaces the person's name and number by the server's masked ones, for shared phones. */
const withoutOwnFacts = (item: QueuedSubmission): QueuedSubmission => ({
  ...item,
  shown: without(item.shown, ['fullname', 'mobile_number']),
});

const isPast = ({ state, answeredAt }: QueuedSubmission, now: Date): boolean =>
  state === 'received' && answeredAt !== undefined && now.getTime() >= Date.parse(answeredAt) + DAY_MS;

const holds = (facts: unknown, name: string): boolean => Object.hasOwn(Object(facts), name);

/** A day after the answer, when the setup code has expired, removes it and the person's facts. */
export const withoutDeadFacts = (item: QueuedSubmission, now: Date): QueuedSubmission => {
  const hasAny = holds(item.shown, 'fullname') || holds(item.answer, 'setup_code');
  if (!hasAny || !isPast(item, now)) return item;
  return { ...withoutOwnFacts(item), answer: without(item.answer, ['setup_code']) };
};

// Opened at first use, because the build has no database.
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

/** Runs `work` in one tab or worker at a time. Without locks the items' keys prevent doubles. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(QUEUE_LOCK, work) : work();

export const noteTold = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued({ ...item, told: true });
  });

/** Removes the person's whole name and number once the confirmation was opened. */
export const noteOpened = (key: string): Promise<void> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item) await amendQueued(withoutOwnFacts(item));
  });

/**
 * Removes and returns an item that is not being sent. Returns nothing if its state is not the
 * expected one: a waiting item may have been received, with a driver code stored nowhere else.
 */
export const takeQueued = (key: string, expected: QueuedSubmission['state']): Promise<QueuedSubmission | undefined> =>
  alone(async () => {
    const item = await get<QueuedSubmission>(key, store());
    if (item?.state !== expected) return undefined;
    await removeQueued(item);
    return item;
  });
