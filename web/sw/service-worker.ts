/// <reference lib="webworker" />
import { QUEUE_LOCK } from '../app/lib/submission-queue/queued-submission.ts';
import { sendQueue } from '../app/lib/submission-queue/send-queue.ts';
import { freshOrKept, isKeptRead, keepAnswers } from './answers.ts';
import { dropOld, hasAllOfAnother, keep } from './caches.ts';
import { KEPT } from './kept-files.ts';
import { answerFile, answerPage } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background sync, once or periodic, which TypeScript's worker types lack. */
type SyncEvent = ExtendableEvent & { tag: string };

/**
 * Keeps all of this version if all of the former one was kept, else its first page. Unchanged files are copied, not
 * fetched.
 */
const keepThisVersion = async (): Promise<void> => keep((await hasAllOfAnother()) ? KEPT.all : KEPT.first);

self.addEventListener('install', (event) => {
  event.waitUntil(keepThisVersion().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

/** Files that could not be fetched now are asked for at the next visit. */
const keepAll = async (): Promise<void> => {
  try {
    await keepAnswers();
    await keep(KEPT.all);
  } catch {
    // The line broke; the files stored so far are good.
  }
};

self.addEventListener('message', (event) => {
  if (event.data === 'keep-pages') event.waitUntil(keepAll());
});

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  // Rejecting makes the browser try again later.
  const send = async () => {
    if ((await sendQueue()) > 0) throw new Error('Not everything could be sent.');
  };
  if (tag === QUEUE_LOCK) waitUntil.call(event, send());
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
