import { isStaffRole, personalPages, type StaffRole } from '@banbo/contract';
import type { ReactNode } from 'react';
import { AppShell } from '~/components/app-shell/app-shell.tsx';
import { useOfficeCounts } from '~/features/reports/office-counts.ts';
import { OfficeSearch } from '~/features/reports/office-search/office-search.tsx';
import { useAbility } from '~/lib/ability.ts';
import { useCurrentPrices } from '~/lib/payment-types.ts';
import type { SignedIn } from '~/lib/session-store.ts';
import { OFFICE_PAGES } from './pages.ts';
import { useSide } from './use-side.ts';

/** Prefetches a page's code on hover; errors are ignored here and shown on navigation. */
const fetchAhead = (path: string): void => {
  OFFICE_PAGES[path.slice(1)]?.load().catch(() => undefined);
};

type StaffSession = SignedIn & { role: StaffRole };

export const isStaffSession = (session: SignedIn | null): session is StaffSession =>
  session?.kind === 'staff' && isStaffRole(session.role);

/** The office around a page: menus, search and links as the role of the session has them. */
export function OfficeFrame({ session, children }: { session: StaffSession; children: ReactNode }) {
  const { can } = useAbility();
  const { menus, menu, switchTo } = useSide(session.role);
  const counts = useOfficeCounts();
  useCurrentPrices();
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
      userLinks={personalPages(session.role)}
    >
      {children}
    </AppShell>
  );
}
