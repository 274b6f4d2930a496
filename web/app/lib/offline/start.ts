import { OUTBOX_CHANNEL, type OutboxNews } from '../outbox/outbox-item.ts';
import { askForToasts } from '../toasts-asked.ts';
import { keepSending } from './keep-sending.ts';
import { startWorker } from './worker.ts';

/** Says on whatever page the person is now what became of a form that waited. */
const announce = async ({ data }: MessageEvent<OutboxNews>): Promise<void> => {
  if (document.visibilityState !== 'visible') return;
  if (data.state !== 'received' && data.state !== 'refused') return;
  askForToasts();
  // Only here, because every page starts this and hardly any ever has something to announce.
  const { default: toast } = await import('react-hot-toast');
  if (data.state === 'received') toast.success(`Received. ${data.title}: ${data.message}`, { duration: 20_000 });
  else toast.error(`${data.title}: ${data.message}`, { duration: 5000 });
};

/** Starts what works without network: the worker that keeps the pages, and the sending of forms that wait. */
export const startOffline = (): void => {
  new BroadcastChannel(OUTBOX_CHANNEL).onmessage = (event: MessageEvent<OutboxNews>) => {
    if (event.data.state === 'waiting') void keepSending();
    else void announce(event);
  };
  window.addEventListener('online', () => void keepSending());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void keepSending();
  });
  void keepSending();
  if (import.meta.env.PROD) void startWorker();
};
