import { soon } from '../api/time-limit.ts';
import { currentSession, rememberedKinds, type SessionKind } from './session-store.ts';

/** Loads the session code only in browsers that have a session: it is no part of a public page. */
const takeUp = async (kinds: readonly SessionKind[], signal?: AbortSignal): Promise<void> => {
  const { restoreSession } = await import('./session.ts');
  for (const kind of kinds) if (await restoreSession(kind, signal)) return;
};

/**
 * Restores the session of this browser, for a page that is open to strangers too. Asks nothing if nobody has signed in,
 * or without network. Never rejects: if the session does not come in time, the page goes on as a stranger's. With a
 * `kind` it restores that one alone, also in place of another, unless `signal` has aborted by then.
 */
export const recallSession = async (kind?: SessionKind, signal?: AbortSignal): Promise<void> => {
  const held = currentSession();
  const isHeld = kind ? held?.kind === kind : held !== null;
  const kinds = rememberedKinds().filter((one) => !kind || one === kind);
  if (isHeld || !navigator.onLine || kinds.length === 0) return;
  await soon(takeUp(kinds, signal));
};
