import { soon } from '../api/time-limit.ts';
import { currentSession, rememberedKinds, type SessionKind } from './session-store.ts';

/** Loads the session code only in browsers with a session: public pages do without it. */
const takeUp = async (kinds: readonly SessionKind[], signal?: AbortSignal): Promise<void> => {
  const { restoreSession } = await import('./session.ts');
  for (const kind of kinds) if (await restoreSession(kind, signal)) return;
};

/**
 * Restores this browser's session for a page that strangers may see, too. Asks nothing without a
 * sign-in or network. Never rejects: a late session leaves the page a stranger's. A `kind` restores
 * that one alone, unless `signal` has aborted by then.
 */
export const recallSession = async (kind?: SessionKind, signal?: AbortSignal): Promise<void> => {
  const held = currentSession();
  const isHeld = kind ? held?.kind === kind : held !== null;
  const kinds = rememberedKinds().filter((one) => !kind || one === kind);
  if (isHeld || !navigator.onLine || kinds.length === 0) return;
  await soon(takeUp(kinds, signal));
};
