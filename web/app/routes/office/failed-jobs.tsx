import { Page } from '~/components/page/page.tsx';
import { FailedJobs } from '~/features/reports/failed-jobs.tsx';

export default function FailedJobsPage() {
  return (
    <Page
      title="Failed Jobs"
      lead="Work of the server that came to nothing: what recurs until a run goes well, and what was asked for, for a month."
    >
      <FailedJobs />
    </Page>
  );
}
