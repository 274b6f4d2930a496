import { redirect } from 'react-router';
import { SIGN_IN_PAGE } from '~/lib/guards.ts';
import { endSessions } from '~/lib/session.ts';
import { rememberedKinds } from '~/lib/session-memory.ts';
import { currentSession } from '~/lib/session-store.ts';
import { toast } from '~/lib/toast.ts';

/** Empties the session, tells the server, and goes to the sign-in page. */
export const clientLoader = async () => {
  const kind = currentSession()?.kind ?? rememberedKinds()[0] ?? 'staff';
  try {
    await endSessions();
  } catch {
    toast.error(
      'You are signed out here, but the server could not be told. Sign in and out again when it can be reached.',
    );
  }
  throw redirect(SIGN_IN_PAGE[kind]);
};

export default function Logout() {
  return null;
}
