import { Link, Route, Routes, useLocation } from 'react-router';
import { NOT_BUILT } from '~/components/app-shell/menu-entry.tsx';
import { Page } from '~/components/page.tsx';
import { EmptyState } from '~/components/states.tsx';
import { laterTitle } from './later-title.ts';
import OfficeLayout from './layout.tsx';
import OfficeProviders from './providers.tsx';

function NotBuilt() {
  return (
    <Page title={laterTitle(useLocation().pathname) ?? 'This page'}>
      <EmptyState>
        <p>This page is {NOT_BUILT}.</p>
        <Link to="/dashboard" className="button">
          Go to the dashboard
        </Link>
      </EmptyState>
    </Page>
  );
}

/** The page in place of one that is not built yet, within the office, with a way on. */
export default function Later() {
  return (
    <Routes>
      <Route element={<OfficeProviders />}>
        <Route element={<OfficeLayout />}>
          <Route path="*" element={<NotBuilt />} />
        </Route>
      </Route>
    </Routes>
  );
}
