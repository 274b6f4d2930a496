import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchSignFont } from './lib/sign-font.ts';
import { whenIdle } from './lib/when-idle.ts';

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
