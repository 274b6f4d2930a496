import { isStaffRole, personalPages, type StaffRole } from '@banbo/contract';
import { Outlet } from 'react-router';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
import { staffGuard } from '~/lib/guards.ts';
import { type SignedIn, useSession } from '~/lib/session-store.ts';
import { SignedOut } from '../signed-out.tsx';
import { OFFICE_PAGES } from './pages.ts';
import { useSide } from './use-side.ts';

export const clientMiddleware = [staffGuard(OFFICE_PAGES)];

/** Prefetches a page's code on hover; errors are ignored here and shown on navigation. */
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

/** The office: only staff who may open a page see it. */
export default function OfficeLayout() {
  const session = useSession();
  if (session?.kind === 'staff' && isStaffRole(session.role)) return <Office session={session} role={session.role} />;
  return <SignedOut kind="staff" />;
}
