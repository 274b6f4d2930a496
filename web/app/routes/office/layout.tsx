import {
  getOfficeCounts,
  isStaffRole,
  type Menu,
  menuItems,
  menusOf,
  officePage,
  personalPages,
  type StaffRights,
  type StaffRole,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
import { OfficeSearch } from '~/features/reports/office-search/office-search.tsx';
import { useCurrentPrices } from '~/lib/api/payment-types.ts';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { staffGuard } from '~/lib/session/guards.ts';
import { renewSession } from '~/lib/session/session.ts';
import { type SignedIn, useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from './providers.tsx';
import { GUARDED_PAGES, screenAt } from './screens.tsx';

export const clientMiddleware = [staffGuard(GUARDED_PAGES)];

const pathsOf = (menu: Menu): string[] => menuItems([menu]).map(({ path }) => path);

/** True when only this menu has the path; one in both sides' menus does not tell the side. */
const holdsAlone = (menu: Menu, menus: readonly Menu[], path: string): boolean =>
  pathsOf(menu).includes(path) && !menus.some((other) => other !== menu && pathsOf(other).includes(path));

/** Permissions that concern the drivers' side alone; it lists the approvals. */
const OF_DRIVERS = /^(?:drivers|payments|prices|approvals)\./;

/**
 * The person's menus, and the shown side: that of the page by its menu or permission, else the last
 * one. Switching leads to a side's first page.
 */
const useSide = (person: StaffRights) => {
  const { pathname } = useLocation();
  const needed = officePage(useMatches().at(-1)?.id ?? '')?.needs ?? '';
  const navigate = useNavigate();
  const menus = menusOf(person);
  const [last, setLast] = useState(menus[0]?.key);
  const menu =
    menus.find((one) => holdsAlone(one, menus, pathname)) ??
    menus.find(({ key }) => key === 'drivers' && OF_DRIVERS.test(needed)) ??
    menus.find(({ key }) => key === last) ??
    menus[0];
  if (menu?.key !== last) setLast(menu?.key);
  const switchTo = (key: string) => {
    const chosen = menus.find((one) => one.key === key);
    const home = chosen?.groups[0]?.items[0]?.path;
    setLast(chosen?.key);
    if (home) void navigate(home);
  };
  return { menus, menu, switchTo };
};

/** Prefetches a page's code on hover; errors are ignored here and shown on navigation. */
const fetchAhead = (path: string): void => {
  screenAt(path.slice(1))
    ?.load()
    .catch(() => undefined);
};

/** How much waits behind the menu's items, by their path; nothing while it is not known. */
export const useOfficeCounts = (): Readonly<Record<string, number>> => {
  useLive(['claims', 'drivers', 'contact_messages', 'approvals'], () => refresh(getOfficeCounts));
  return useQuery({ ...read(getOfficeCounts, {}), staleTime: 60_000 }).data?.counts ?? {};
};

type StaffSession = SignedIn & { role: StaffRole };

export const isStaffSession = (session: SignedIn | null): session is StaffSession =>
  session?.kind === 'staff' && isStaffRole(session.role);

/** The office around a page: menus, search and links for the session's role. */
export function OfficeFrame({ session, children }: { session: StaffSession; children: ReactNode }) {
  const { can } = useAbility();
  const { menus, menu, switchTo } = useSide(session);
  const counts = useOfficeCounts();
  useCurrentPrices();
  // The menus follow the permissions of the role, which a renewed session tells.
  useLive(['roles'], renewSession);
  if (!menu) return null;
  const searches = can('drivers.search') || can('drivers.read') || can('payments.read');
  return (
    <AppShell
      session={session}
      menus={menus}
      menu={menu}
      onSide={switchTo}
      onIntent={fetchAhead}
      counts={counts}
      search={searches && <OfficeSearch />}
      userLinks={personalPages(session)}
    >
      {children}
    </AppShell>
  );
}

/** Admits only staff who may open the page. */
export default function OfficeLayout() {
  const session = useSession();
  if (!isStaffSession(session)) return <SignedOut kind="staff" />;
  return (
    <OfficeFrame session={session}>
      <Outlet />
    </OfficeFrame>
  );
}
