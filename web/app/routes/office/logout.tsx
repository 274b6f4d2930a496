import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { titled } from '~/lib/api/known-site.ts';
import { SIGN_IN_PAGE } from '~/lib/session/guards.ts';
import { endSessions } from '~/lib/session/session.ts';
import { currentSession, rememberedKinds } from '~/lib/session/session-store.ts';
import { toast } from '~/lib/toast.ts';

export const meta = titled('Signing out');

/**
 * Ends the session here and at the server, then goes to the sign-in page. Not in a loader: the page
 * being left would still show and ask to be returned to.
 */
export default function Logout() {
  const [kind] = useState(() => currentSession()?.kind ?? rememberedKinds()[0] ?? 'staff');
  const navigate = useNavigate();
  useEffect(() => {
    endSessions()
      .catch(() =>
        toast.error(
          'You are signed out here, but the server could not be told. Sign in and out again when it can be reached.',
        ),
      )
      .finally(() => navigate(SIGN_IN_PAGE[kind], { replace: true }));
  }, [kind, navigate]);
  return <p role="status">Signing out...</p>;
}
