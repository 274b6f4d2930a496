import { Link, useMatches } from 'react-router';
import { NOT_BUILT } from '~/components/app-shell/not-built.ts';
import { Page } from '~/components/page.tsx';
import { EmptyState } from '~/components/states.tsx';
import { OFFICE_PAGES } from './pages.ts';

/** Stands where a page of the office will be, within the office, with a way on. */
export default function NotBuilt() {
  return (
    <Page title={OFFICE_PAGES[useMatches().at(-1)?.id ?? '']?.title ?? 'This page'}>
      <EmptyState>
        <p>This page is {NOT_BUILT}.</p>
        <Link to="/dashboard" className="button">
          Go to the dashboard
        </Link>
      </EmptyState>
    </Page>
  );
}
