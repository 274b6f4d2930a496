import { type FailedJob, failedJobList, jobLabel, jobPage, retryFailedJob } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';

/** Asks, and has the job tried again at once. */
function TryAgain({ job: { id, name, is_recurring } }: { job: FailedJob }) {
  const label = jobLabel(name);
  return (
    <ChangeButton
      label="Try again"
      title={`Try again: ${label}?`}
      button={{ size: 'compact-sm', 'aria-label': `Try again: ${label}` }}
      send={() => change(retryFailedJob, { params: { id } })}
    >
      {is_recurring
        ? 'It runs within seconds, and then at its usual times.'
        : 'It continues where it stopped, for the person who started it. Nothing is done twice.'}
    </ChangeButton>
  );
}

const wayOn = (job: FailedJob) => {
  const page = jobPage(job.name);
  if (page) return <Link to={page.path}>{page.label}</Link>;
  return job.may_retry ? <TryAgain job={job} /> : '–';
};

const COLUMNS: readonly ShownColumn<typeof failedJobList>[] = [
  { key: 'tried_at', oneLine: true },
  { key: 'name', heading: true, oneLine: true },
  {
    key: 'failure',
    grows: true,
    cell: ({ name, failure }) => <OneLine label={`why it failed: ${jobLabel(name)}`}>{failure || '–'}</OneLine>,
  },
  { key: 'attempts' },
  { key: 'next_at', oneLine: true },
  { header: 'Next Step', oneLine: true, cell: wayOn },
];

/** The jobs that failed, as many as the dashboard counts, each with what can be done about it. */
export function FailedJobs() {
  return (
    <ListScreen
      list={failedJobList}
      caption="Failed jobs"
      columns={COLUMNS}
      loading="Loading failed jobs..."
      empty={
        <>
          <p>No job has failed.</p>
          <Link to="/dashboard">See what else waits for you</Link>
        </>
      }
      isLive
    />
  );
}
