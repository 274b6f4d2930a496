import { Navigate, useLocation, useNavigation } from 'react-router';
import { SIGN_IN_PAGE } from '~/lib/session/guards.ts';
import type { SessionKind } from '~/lib/session/session-store.ts';

/**
 * Replaces a page whose session ended under it, in another tab or by itself. Remembers the page for after signing in.
 */
export function SignedOut({ kind }: { kind: SessionKind }) {
  const { pathname, search } = useLocation();
  // A person on the way to another page is asked to sign in there.
  if (useNavigation().state !== 'idle') return null;
  return <Navigate to={`${SIGN_IN_PAGE[kind]}?from=${encodeURIComponent(pathname + search)}`} replace />;
}
