import { QUEUE_CHANNEL, type QueueNews } from '../submission-queue/queued-submission.ts';
import { announce, announceMissed } from './announce.ts';
import { keepSending } from './keep-sending.ts';
import { startWorker } from './worker.ts';

/** Starts the offline parts: the worker that keeps the pages, and the sending of queued forms. */
export const startOffline = (): void => {
  new BroadcastChannel(QUEUE_CHANNEL).onmessage = (event: MessageEvent<QueueNews>) => {
    if (event.data.state === 'waiting') void keepSending();
    else void announce(event.data);
  };
  window.addEventListener('online', () => void keepSending());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void announceMissed();
    void keepSending();
  });
  void announceMissed();
  void keepSending();
  if (import.meta.env.PROD) void startWorker();
};
