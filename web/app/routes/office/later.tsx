// Comes first: the menu's styles follow the kit's, which they partly replace.
import '~/styles/office.css';
import { isStaffRole, menuItems, menusOf } from '@banbo/contract';
import { Link, matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { NOT_BUILT } from '~/components/app-shell/sidebar.tsx';
import { Page } from '~/components/page/page.tsx';
import { EmptyState } from '~/components/trouble/states.tsx';
import { type SignedIn, useSession } from '~/lib/session/session-store.ts';
import { laterTitle } from '../elsewhere-paths.ts';
import OfficeLayout from './layout.tsx';
import OfficeProviders from './providers.tsx';

/** True for staff whose menus list the later page at a path. */
export const isLaterPageOf = (
  { role, permissions }: Pick<SignedIn, 'role' | 'permissions'>,
  pathname: string,
): boolean => {
  if (!isStaffRole(role)) return false;
  return menuItems(menusOf({ role, permissions })).some(({ path, ready }) => !ready && matchPath(path, pathname));
};

function NotThere() {
  const { pathname } = useLocation();
  const session = useSession();
  const title = laterTitle(pathname);
  if (title && session && !isLaterPageOf(session, pathname)) return <Navigate to="/unauthorized" replace />;
  return (
    <Page title={title ?? 'Page not found'}>
      <EmptyState>
        <p>
          {title
            ? `This page is ${NOT_BUILT}.`
            : 'The office has no page at this address. It may be mistyped, or the page has moved.'}
        </p>
        <Link to="/dashboard" className="button">
          Go to the dashboard
        </Link>
      </EmptyState>
    </Page>
  );
}

/** The office's page at an address whose page is not built yet, or does not exist. */
export default function Later() {
  return (
    <Routes>
      <Route element={<OfficeProviders />}>
        <Route element={<OfficeLayout />}>
          <Route path="*" element={<NotThere />} />
        </Route>
      </Route>
    </Routes>
  );
}
