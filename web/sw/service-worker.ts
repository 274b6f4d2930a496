/// <reference lib="webworker" />
import type { KeepMessage } from '../app/lib/offline/keep-message.ts';
import { SOS_SYNC } from '../app/lib/sos/kept-call.ts';
import { sendKeptCalls } from '../app/lib/sos/send-calls.ts';
import { QUEUE_LOCK } from '../app/lib/submission-queue/queue-store.ts';
import { sendQueue } from '../app/lib/submission-queue/send-queue.ts';
import { freshOrKept, isKeptRead } from './answers.ts';
import { dropOld } from './caches.ts';
import { keepAll, keepPage, keepThisVersion } from './keep-pages.ts';
import { answerFile, answerPage } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background sync, once or periodic, which TypeScript's worker types lack. */
type SyncEvent = ExtendableEvent & { tag: string };

/** The paths of the pages that are open, most of them not yet under this worker. */
const openPaths = async (): Promise<string[]> => {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return open.map(({ url }) => new URL(url).pathname);
};

self.addEventListener('install', (event) => {
  event.waitUntil(
    openPaths()
      .then(keepThisVersion)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

/** Files that cannot be fetched now are asked for at the next visit; those that came are good. */
const quietly = (keeping: Promise<void>): Promise<void> => keeping.catch(() => undefined);

self.addEventListener('message', (event) => {
  const { keep } = Object(event.data) as Partial<KeepMessage>;
  if (keep !== undefined) event.waitUntil(quietly(keep === 'all' ? keepAll() : keepPage(keep)));
});

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  // Rejecting makes the browser try again later.
  const send = async (sending: Promise<number>) => {
    if ((await sending) > 0) throw new Error('Not everything could be sent.');
  };
  if (tag === QUEUE_LOCK) waitUntil.call(event, send(sendQueue()));
  if (tag === SOS_SYNC) waitUntil.call(event, send(sendKeptCalls()));
});

// Not rejected: the event comes again by itself.
self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === QUEUE_LOCK) waitUntil.call(event, sendQueue());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isKeptRead(request, url)) event.respondWith(freshOrKept(request));
  else if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/documents/')) return;
  else if (request.mode === 'navigate') event.respondWith(answerPage(request, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(answerFile(request));
});
