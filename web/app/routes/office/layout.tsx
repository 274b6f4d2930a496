import {
  getOfficeCounts,
  isOfficeRole,
  listOfPage,
  menusOf,
  type OfficeRole,
  officePage,
  personalPages,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
// It forgets the drivers that were opened last when their session ends, on any page.
import '~/components/driver-finder/last-drivers.ts';
import { FormSkinContext } from '~/components/form/form-skin.tsx';
import { OFFICE_SKIN } from '~/components/form/office-skin.tsx';
import { OfficeSearch } from '~/features/reports/office-search/office-search.tsx';
import { useCurrentPrices } from '~/lib/api/payment-types.ts';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { staffGuard } from '~/lib/session/guards.ts';
import { renewSession } from '~/lib/session/session.ts';
import { type SignedIn, useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from './providers.tsx';
import { GUARDED_PAGES, screenAt } from './screens/index.ts';

export const clientMiddleware = [staffGuard(GUARDED_PAGES)];

/** The address of the list that the page belongs to; of a page that is not built, its own. */
const useListOfPage = (): string => {
  const { pathname } = useLocation();
  const id = useMatches().at(-1)?.id ?? '';
  return officePage(id) ? listOfPage(id) : pathname;
};

/** Prefetches a page's code on hover; errors are ignored here and shown on navigation. */
const fetchAhead = (path: string): void => {
  screenAt(path.slice(1))
    ?.load()
    .catch(() => undefined);
};

/** How much waits behind the menu's items, by their path; nothing while it is not known. */
export const useOfficeCounts = (): Readonly<Record<string, number>> => {
  useLive(['claims', 'drivers', 'contact_messages', 'land_responses', 'approvals'], () => refresh(getOfficeCounts));
  const enabled = useAbility().can('dashboard.read');
  return useQuery({ ...read(getOfficeCounts, {}), staleTime: 60_000, enabled }).data?.counts ?? {};
};

/** Apart from the frame: it is only for those who answer calls for help. */
const CallPill = lazy(() =>
  import('~/features/incidents/board/ringing/call-pill.tsx').then(({ CallPill: found }) => ({ default: found })),
);

type StaffSession = SignedIn & { role: OfficeRole };

export const isStaffSession = (session: SignedIn | null): session is StaffSession =>
  session?.kind === 'staff' && isOfficeRole(session.role);

/** The permissions of which each finds some kind of records. */
const RECORDS_BY = ['drivers.search', 'drivers.read', 'payments.read', 'land.read'] as const;

/** The office around a page: menus, search and links for the session's role. */
export function OfficeFrame({ session, children }: { session: StaffSession; children: ReactNode }) {
  const { can } = useAbility();
  const page = useListOfPage();
  const counts = useOfficeCounts();
  useCurrentPrices();
  // The menus follow the permissions of the role, which a renewed session tells.
  useLive(['roles'], renewSession);
  const findsRecords = RECORDS_BY.some((permission) => can(permission));
  return (
    <FormSkinContext value={OFFICE_SKIN}>
      <AppShell
        session={session}
        groups={menusOf(session)}
        page={page}
        onIntent={fetchAhead}
        counts={counts}
        calls={
          can('incidents.answer') && (
            <Suspense>
              <CallPill />
            </Suspense>
          )
        }
        search={<OfficeSearch person={session} findsRecords={findsRecords} />}
        userLinks={personalPages(session)}
      >
        {children}
      </AppShell>
    </FormSkinContext>
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
