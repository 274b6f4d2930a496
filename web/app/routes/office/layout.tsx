import { isStaffRole, personalPages, type StaffRole } from '@banbo/contract';
import { Outlet } from 'react-router';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
import { staffGuard } from '~/lib/guards.ts';
import { type SignedIn, useSession } from '~/lib/session-store.ts';
import { SignedOut } from '../signed-out.tsx';
import { OFFICE_PAGES } from './pages.ts';
import { useSide } from './use-side.ts';

export const clientMiddleware = [staffGuard(OFFICE_PAGES)];

/** A page's code is fetched while the pointer is still on its way; what fails now is told when it is asked for. */
const fetchAhead = (path: string): void => {
  OFFICE_PAGES[path.slice(1)]?.load().catch(() => undefined);
};

function Office({ session, role }: { session: SignedIn; role: StaffRole }) {
  const { menus, menu, switchTo } = useSide(role);
  if (!menu) return null;
  return (
    <AppShell
      session={session}
      menus={menus}
      menu={menu}
      onSide={switchTo}
      onIntent={fetchAhead}
      userLinks={personalPages(role)}
    >
      <Outlet />
    </AppShell>
  );
}

/** The office: every page in it is for staff who may open it. */
export default function OfficeLayout() {
  const session = useSession();
  if (session?.kind === 'staff' && isStaffRole(session.role)) return <Office session={session} role={session.role} />;
  return <SignedOut kind="staff" />;
}
