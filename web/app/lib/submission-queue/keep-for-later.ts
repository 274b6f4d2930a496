import { DAY_MS } from '../browser-storage.ts';
import { enqueue, QUEUE_LOCK, type QueuedSubmission } from './queue-store.ts';

/** Background sync, which TypeScript's browser types lack and not every browser has. */
type SyncingRegistration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
};

/**
 * Asks the browser to wake the service worker when there is network, and about daily, so that forms are deleted in time
 * even when every tab is closed by then. In browsers without this, the next page that is opened does both.
 */
const askForSync = async (): Promise<void> => {
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(QUEUE_LOCK);
  await registration?.periodicSync?.register(QUEUE_LOCK, { minInterval: DAY_MS });
};

/**
 * Saves a form on this device, to be sent when there is network. Rejects when the device cannot store it. Every page
 * learns of it and keeps trying to send it.
 */
export const keepForLater = async (item: Omit<QueuedSubmission, 'state' | 'savedAt'>): Promise<void> => {
  await enqueue({ ...item, state: 'waiting', savedAt: new Date().toISOString() });
  // Asks the browser not to clear it when the device runs out of room; the browser may ask the person, which is not
  // waited for.
  void navigator.storage?.persist?.().catch(() => false);
  await askForSync().catch(() => undefined);
};
