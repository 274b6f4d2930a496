import { OUTBOX_CHANNEL, type OutboxNews } from '../outbox/outbox-item.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { askForToasts } from '../toasts-asked.ts';
import { startWorker } from './worker.ts';

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 5 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, and again after a while if some of it still does: a phone often claims a network it has not. */
const keepSending = async (wait = FIRST_WAIT_MS): Promise<void> => {
  clearTimeout(timer);
  const left = await sendOutbox();
  if (left > 0) timer = setTimeout(() => void keepSending(Math.min(wait * 2, LONGEST_WAIT_MS)), wait);
};

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
  new BroadcastChannel(OUTBOX_CHANNEL).onmessage = (event) => void announce(event);
  window.addEventListener('online', () => void keepSending());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void keepSending();
  });
  void keepSending();
  if (import.meta.env.PROD) void startWorker();
};
