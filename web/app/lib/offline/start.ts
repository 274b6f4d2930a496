import { sendKeptCalls } from '../sos/send-calls.ts';
import { listQueue, noteTold, QUEUE_CHANNEL, type QueueNews } from '../submission-queue/queue-store.ts';
import { sendQueue } from '../submission-queue/send-queue.ts';
import type { KeepMessage } from './keep-message.ts';

/** The connection, as far as the browser reports it. */
type Line = { saveData?: boolean; type?: string; effectiveType?: string };

/** True if pages may be fetched ahead: the line is fast, not mobile, and data is not saved. */
export const isSpare = ({ saveData = false, type, effectiveType = '4g' }: Line = {}): boolean =>
  !saveData && type !== 'cellular' && effectiveType === '4g';

/** Milliseconds on the first page after which the other pages are fetched. */
const STAYS_MS = 10_000;

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** True on every page except the first one, which most visitors leave from. */
const hasGoneOn = (): boolean => window.location.pathname !== '/';

/** Calls back when another page is shown, in browsers that report it. */
const onNextPage = (then: () => void): void => {
  const { navigation } = window as Window & { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', then);
};

const ask = async (message: KeepMessage): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
};

/** Keeps a page that must open without network, although it is not shown. */
export const keepPageAhead = (path: string): Promise<void> =>
  'serviceWorker' in navigator ? ask({ keep: path }) : Promise.resolve();

const keepShown = (): Promise<void> => ask({ keep: window.location.pathname });

/** Fetches the other pages, unless they would cost the visitor time or money. */
const keepOthers = async (): Promise<void> => {
  const { connection } = navigator as Navigator & { connection?: Line };
  if (isInstalled() || isSpare(connection)) await ask({ keep: 'all' });
};

const keepShownAndOthers = async (): Promise<void> => {
  await keepShown();
  await keepOthers();
};

/**
 * Registers the worker, which keeps each opened page. The others follow once the visitor stays,
 * opens another page or has installed the app: a look at the home page costs no more than that.
 */
const startWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  onNextPage(() => void keepShownAndOthers());
  if (hasGoneOn() || isInstalled()) return keepShownAndOthers();
  await keepShown();
  setTimeout(() => void keepOthers(), STAYS_MS);
};

/** Announces the result of a queued form on the page that is open. */
const announce = async ({ key, state, title, message }: QueueNews): Promise<void> => {
  if (document.visibilityState !== 'visible') return;
  if (state === 'waiting' || state === 'gone') return;
  // Imported late: every page starts this, and few have news to announce.
  const { showToast } = await import('../toast.ts');
  const isShown =
    state === 'received'
      ? await showToast('success', `Sent. ${title}: ${message}`, { id: key, duration: 20_000 })
      : await showToast('error', `${title}: ${message}`, { id: key, duration: state === 'expired' ? 20_000 : 5000 });
  if (isShown) await noteTold(key);
};

/** Announces results from the time when no page listened: the service worker sends without one. */
export const announceMissed = async (): Promise<void> => {
  for (const item of await listQueue()) if (!item.told) await announce({ message: '', ...item });
};

/**
 * Sends what waits on this phone, and again until none is left: phones often claim a network that
 * is none. Each wait is twice the one before, up to the longest.
 */
const sendingAgain = (send: () => Promise<number>, firstMs: number, longestMs: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const round = async (wait: number): Promise<void> => {
    clearTimeout(timer);
    const left = await send();
    // Another round may have begun meanwhile.
    clearTimeout(timer);
    if (left > 0) timer = setTimeout(() => void round(Math.min(wait * 2, longestMs)), wait);
  };
  return () => void round(firstMs);
};

const keepSending = sendingAgain(sendQueue, 15_000, 5 * 60_000);
/** From any page of the site; the emergency page itself tries more often. */
const keepCalling = sendingAgain(() => sendKeptCalls().catch(() => 0), 5_000, 60_000);

/** Starts the worker that keeps pages, and the sending of queued forms. */
export const startOffline = (): void => {
  new BroadcastChannel(QUEUE_CHANNEL).onmessage = (event: MessageEvent<QueueNews>) => {
    if (event.data.state === 'waiting') keepSending();
    else void announce(event.data);
  };
  // Calls for help go first, and wait for no form.
  const sendAll = (): void => {
    keepCalling();
    keepSending();
  };
  window.addEventListener('online', sendAll);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    sendAll();
    void announceMissed();
  });
  sendAll();
  void announceMissed();
  if (import.meta.env.PROD) void startWorker();
};
