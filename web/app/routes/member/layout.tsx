import { Navigate, Outlet, useLocation } from 'react-router';
import { OwnShell } from '~/components/app-shell/own-shell.tsx';
import { ownPageGuard } from '~/lib/guards.ts';
import { useSession } from '~/lib/session-store.ts';

export const clientMiddleware = [ownPageGuard('member')];

const LINKS = [
  { label: 'My page', path: '/member' },
  { label: 'Password and devices', path: '/member_account' },
];

/** A member's own pages. */
export default function MemberLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session?.kind !== 'member') return <Navigate to={`/main_login?from=${encodeURIComponent(pathname)}`} replace />;
  return (
    <OwnShell session={session} title={session.driverCode} links={LINKS}>
      <Outlet />
    </OwnShell>
  );
}
