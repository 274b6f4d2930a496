import { DAY_MS } from '../browser-storage.ts';
import type { SyncingRegistration } from '../offline/background-sync.ts';
import { enqueue, QUEUE_LOCK, type QueuedSubmission } from './queue-store.ts';

/**
 * Asks the browser to wake the service worker when there is network, and daily, so that forms
 * expire in time. Without this, the next opened page does both.
 */
const askForSync = async (): Promise<void> => {
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(QUEUE_LOCK);
  await registration?.periodicSync?.register(QUEUE_LOCK, { minInterval: DAY_MS });
};

/**
 * Saves a form on this device, to be sent when there is network. Every page then tries to send it.
 * Rejects if the device cannot store it.
 */
export const keepForLater = async (item: Omit<QueuedSubmission, 'state' | 'savedAt'>): Promise<void> => {
  await enqueue({ ...item, state: 'waiting', savedAt: new Date().toISOString() });
  // Asks the browser to keep the data; not awaited, since it may ask the person.
  void navigator.storage?.persist?.().catch(() => false);
  await askForSync().catch(() => undefined);
};
