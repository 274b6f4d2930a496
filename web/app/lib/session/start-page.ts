import { useSyncExternalStore } from 'react';
import { onSessionChange, rememberedKinds, type SessionKind } from './session-store.ts';

type StartPage = { to: string; label: string; way: string };

/** Each kind of person's start page, its name on public pages, and the words of a link to it. */
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
 * The start page of the person whose session this browser remembers, else null. It asks no server:
 * after a session's end it leads to the sign-in.
 */
export const useStartPage = (): StartPage | null => {
  const kind = useSyncExternalStore(
    listen,
    () => rememberedKinds()[0] ?? null,
    () => null,
  );
  return kind && START_PAGES[kind];
};
