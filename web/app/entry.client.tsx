import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchSignFont } from './lib/sign-font.ts';

/** Runs `work` when the page has loaded and the browser is idle. */
const whenIdle = (work: () => void): void => {
  // Safari has no idle callback.
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

whenIdle(() => void fetchSignFont());
whenIdle(() => void import('./lib/offline/start.ts').then(({ startOffline }) => startOffline()));
