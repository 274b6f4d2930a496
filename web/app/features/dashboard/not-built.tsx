import { Link } from 'react-router';
import { Page } from '~/components/page.tsx';
import { EmptyState } from '~/components/states.tsx';

/** Stands where a page of the office will be, within the office, with a way on. */
export function NotBuilt({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState>
        <p>This page is not built yet. It comes with a later version.</p>
        <Link to="/dashboard" className="button">
          Go to the dashboard
        </Link>
      </EmptyState>
    </Page>
  );
}
