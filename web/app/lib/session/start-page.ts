import { useSyncExternalStore } from 'react';
import { onSessionChange, rememberedKinds, type SessionKind } from './session-store.ts';

type StartPage = { to: string; label: string; way: string };

/** The start page of each kind of person, its name on the public pages, and a phrase that leads there. */
export const START_PAGES = {
  staff: { to: '/dashboard', label: 'Office', way: 'Go to the office' },
  member: { to: '/member', label: 'My page', way: 'Go to my page' },
  tenant: { to: '/tenant', label: 'My page', way: 'Go to my page' },
} as const satisfies Record<SessionKind, StartPage>;

const listen = (listener: () => void): (() => void) => {
  const stop = onSessionChange(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
};

/**
 * The start page of a person who signed in with this browser, by the browser's own note; null for strangers. It asks
 * the server nothing, so a session that has ended meanwhile leads to the sign-in page.
 */
export const useStartPage = (): StartPage | null => {
  const kind = useSyncExternalStore(
    listen,
    () => rememberedKinds()[0] ?? null,
    () => null,
  );
  return kind && START_PAGES[kind];
};
