// Comes first: the menu's styles follow the kit's, which they partly replace.
import '~/styles/office.css';
import { Link, Route, Routes } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { EmptyState } from '~/components/trouble/states.tsx';
import OfficeLayout from './layout.tsx';
import OfficeProviders from './providers.tsx';

const NoPage = () => (
  <Page title="Page not found">
    <EmptyState>
      <p>The office has no page at this address. It may be mistyped, or the page has moved.</p>
      <Link to="/dashboard" className="button">
        Go to the dashboard
      </Link>
    </EmptyState>
  </Page>
);

/** The office at an address that it has no page for. */
export default function NotThere() {
  return (
    <Routes>
      <Route element={<OfficeProviders />}>
        <Route element={<OfficeLayout />}>
          <Route path="*" element={<NoPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
