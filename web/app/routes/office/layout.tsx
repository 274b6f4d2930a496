import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
import { staffGuard } from '~/lib/guards.ts';
import { useSession } from '~/lib/session-store.ts';
import { OFFICE_MENU } from './menu.ts';
import { OFFICE_PAGES } from './pages.ts';

export const clientMiddleware = [staffGuard(OFFICE_PAGES)];

/** The office: every page in it is for staff who may open it. */
export default function OfficeLayout() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [chosen, setChosen] = useState('drivers');
  if (!session) return <Navigate to={`/login?from=${encodeURIComponent(pathname + search)}`} replace />;
  const [first] = OFFICE_MENU;
  const side = OFFICE_MENU.find(({ key }) => key === chosen) ?? first;
  if (!side) return null;
  return (
    <AppShell session={session} sides={OFFICE_MENU} side={side} onSide={setChosen} userLinks={[]}>
      <Outlet />
    </AppShell>
  );
}
