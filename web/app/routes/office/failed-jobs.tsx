import { Page } from '~/components/page/page.tsx';
import { FailedJobs } from '~/features/reports/failed-jobs.tsx';

export default function FailedJobsPage() {
  return (
    <Page
      title="Failed Jobs"
      lead="Background tasks that failed in the last month. Those that recur leave the list once they succeed."
    >
      <FailedJobs />
    </Page>
  );
}
