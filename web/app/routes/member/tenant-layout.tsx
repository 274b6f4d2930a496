import { Navigate, Outlet, useLocation } from 'react-router';
import { OwnShell } from '~/components/app-shell/own-shell.tsx';
import { ownPageGuard } from '~/lib/guards.ts';
import { useSession } from '~/lib/session-store.ts';

export const clientMiddleware = [ownPageGuard('tenant')];

const LINKS = [
  { label: 'My page', path: '/tenant' },
  { label: 'Password and devices', path: '/tenant_account' },
];

/** A tenant's own pages. */
export default function TenantLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session?.kind !== 'tenant') return <Navigate to={`/tenant_login?from=${encodeURIComponent(pathname)}`} replace />;
  return (
    <OwnShell session={session} title={session.role} links={LINKS}>
      <Outlet />
    </OwnShell>
  );
}
