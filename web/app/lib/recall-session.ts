import { rememberedKinds } from './session-memory.ts';
import { currentSession } from './session-store.ts';
import { soon } from './time-limit.ts';

/** The code of sessions comes only to browsers that have one: it is no part of a public page. */
const takeUp = async (): Promise<void> => {
  const { restoreSession } = await import('./session.ts');
  for (const kind of rememberedKinds()) if (await restoreSession(kind)) return;
};

/**
 * Takes up the session that this browser has, for a page that is open to strangers too. Asks nothing where nobody has signed
 * in, or without network. Never rejects: where the session does not come in time, the page goes on as a stranger's.
 */
export const recallSession = async (): Promise<void> => {
  if (currentSession() || !navigator.onLine || rememberedKinds().length === 0) return;
  await soon(takeUp());
};
