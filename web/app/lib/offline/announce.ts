import { listQueue, noteTold } from '../submission-queue/queue-store.ts';
import type { QueueNews } from '../submission-queue/queued-submission.ts';

/** Announces the result of a queued form on the page that is open. */
export const announce = async ({ key, state, title, message }: QueueNews): Promise<void> => {
  if (document.visibilityState !== 'visible') return;
  if (state === 'waiting' || state === 'gone') return;
  // Imported here, because every page starts this and few ever have something to announce.
  const { showToast } = await import('../toast.ts');
  const isShown =
    state === 'received'
      ? await showToast('success', `Sent. ${title}: ${message}`, { id: key, duration: 20_000 })
      : await showToast('error', `${title}: ${message}`, { id: key, duration: state === 'expired' ? 20_000 : 5000 });
  if (isShown) await noteTold(key);
};

/**
 * Announces results that came while no page listened: the service worker sends without one, and pages take a while to
 * start.
 */
export const announceMissed = async (): Promise<void> => {
  for (const item of await listQueue()) if (!item.told) await announce({ message: '', ...item });
};
