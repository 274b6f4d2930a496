import type { KeepMessage } from './keep-message.ts';
import { isSpare, type Line } from './line.ts';

/** Milliseconds on the first page after which the other pages are fetched as well. */
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

const keepShown = (): Promise<void> => ask({ keep: window.location.pathname });

/** Asks for the other pages, unless they would cost the visitor time or money. */
const keepOthers = async (): Promise<void> => {
  const { connection } = navigator as Navigator & { connection?: Line };
  if (isInstalled() || isSpare(connection)) await ask({ keep: 'all' });
};

const keepShownAndOthers = async (): Promise<void> => {
  await keepShown();
  await keepOthers();
};

/**
 * Registers the worker. It keeps each page that is opened with what it needs. The others follow as soon as the visitor opens one
 * after the home page, has installed the app, or stays, so that a look at the home page costs no more than the home page.
 */
export const startWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  onNextPage(() => void keepShownAndOthers());
  if (hasGoneOn() || isInstalled()) return keepShownAndOthers();
  await keepShown();
  setTimeout(() => void keepOthers(), STAYS_MS);
};
