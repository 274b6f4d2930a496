import { Navigate, useLocation, useNavigation } from 'react-router';
import { SIGN_IN_PAGE } from '~/lib/guards.ts';
import type { SessionKind } from '~/lib/session-store.ts';

/** In place of a page whose session ended under it: elsewhere, or by itself. Remembers the page for after signing in. */
export function SignedOut({ kind }: { kind: SessionKind }) {
  const { pathname, search } = useLocation();
  // Whoever signs out is on the way already, and whoever signs in next does not want to come back here.
  if (useNavigation().state !== 'idle') return null;
  return <Navigate to={`${SIGN_IN_PAGE[kind]}?from=${encodeURIComponent(pathname + search)}`} replace />;
}
