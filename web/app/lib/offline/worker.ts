/** Milliseconds on the first page after which the other pages are fetched as well. */
const STAYS_MS = 10_000;

type Connection = { saveData?: boolean };

const savesData = (): boolean => (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** True on every page except the first one, which most visitors leave from. */
const hasGoneOn = (): boolean => window.location.pathname !== '/';

/** Calls back when another page is shown, in browsers that report it. */
const onNextPage = (then: () => void): void => {
  const { navigation } = window as Window & { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', then);
};

const keepPages = async (): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep-pages');
};

/**
 * Registers the worker. It keeps the pages as soon as the visitor opens one after the home page, has installed the app,
 * or stays, so that a look at the home page costs no more than the home page.
 */
export const startWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  if (hasGoneOn() || isInstalled()) return keepPages();
  onNextPage(() => void keepPages());
  if (!savesData()) setTimeout(() => void keepPages(), STAYS_MS);
};
