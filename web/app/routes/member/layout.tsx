import { Outlet } from 'react-router';
import { OwnShell } from '~/components/app-shell/own-shell.tsx';
import { ownPageGuard } from '~/lib/session/guards.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from '../signed-out.tsx';

export const clientMiddleware = [ownPageGuard('member')];

const LINKS = [
  { label: 'My page', path: '/member' },
  { label: 'Password and devices', path: '/member_account' },
];

/** A member's own pages. */
export default function MemberLayout() {
  const session = useSession();
  if (session?.kind !== 'member') return <SignedOut kind="member" />;
  return (
    <OwnShell session={session} title={session.driverCode} links={LINKS}>
      <Outlet />
    </OwnShell>
  );
}
