import { Outlet } from 'react-router';
import { staffGuard } from '~/lib/session/guards.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from '../signed-out.tsx';
import { isStaffSession, OfficeFrame } from './office-frame.tsx';
import { GUARDED_PAGES } from './screens.tsx';

export const clientMiddleware = [staffGuard(GUARDED_PAGES)];

/** The office: only staff who may open a page see it. */
export default function OfficeLayout() {
  const session = useSession();
  if (!isStaffSession(session)) return <SignedOut kind="staff" />;
  return (
    <OfficeFrame session={session}>
      <Outlet />
    </OfficeFrame>
  );
}
