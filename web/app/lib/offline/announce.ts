import { listQueue, noteTold } from '../submission-queue/queue-store.ts';
import type { QueueNews } from '../submission-queue/queued-submission.ts';
import { askForToasts } from '../toasts-asked.ts';

/** Announces the result of a queued form on the page that is open. */
export const announce = async ({ key, state, title, message }: QueueNews): Promise<void> => {
  if (document.visibilityState !== 'visible') return;
  if (state === 'waiting' || state === 'gone') return;
  askForToasts();
  // Imported here, because every page starts this and few ever have something to announce.
  const { default: toast } = await import('react-hot-toast');
  if (state === 'received') toast.success(`Sent. ${title}: ${message}`, { id: key, duration: 20_000 });
  else toast.error(`${title}: ${message}`, { id: key, duration: state === 'expired' ? 20_000 : 5000 });
  await noteTold(key);
};

/**
 * Announces results that came while no page listened: the service worker sends without one, and pages take a while to
 * start.
 */
export const announceMissed = async (): Promise<void> => {
  for (const item of await listQueue()) if (!item.told) await announce({ message: '', ...item });
};
