import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

/** Runs work once the page is there and the browser is idle. */
const whenIdle = (work: () => void): void => {
  // Safari has no idle callback.
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};

whenIdle(() => void import('./lib/offline/start.ts').then(({ startOffline }) => startOffline()));
