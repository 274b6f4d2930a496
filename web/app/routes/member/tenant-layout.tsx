import { Outlet } from 'react-router';
import { OwnShell } from '~/components/app-shell/own-shell.tsx';
import { ownPageGuard } from '~/lib/session/guards.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from '../signed-out.tsx';

export const clientMiddleware = [ownPageGuard('tenant')];

const LINKS = [
  { label: 'My page', path: '/tenant' },
  { label: 'Password and devices', path: '/tenant_account' },
];

/** A tenant's own pages. */
export default function TenantLayout() {
  const session = useSession();
  if (session?.kind !== 'tenant') return <SignedOut kind="tenant" />;
  return (
    <OwnShell session={session} title={session.role} links={LINKS}>
      <Outlet />
    </OwnShell>
  );
}
