import { type FailedJob, failedJobList, jobLabel, jobPage, retryFailedJob } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Confirm } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

/** Asks, and has the job tried again at once. */
function TryAgain({ job }: { job: FailedJob }) {
  const [isAsking, setAsking] = useState(false);
  const label = jobLabel(job.name);
  const retry = useAction({
    run: () => change(retryFailedJob, { params: { id: job.id } }),
    says: ({ message }) => message,
    onEnd: () => {
      setAsking(false);
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Try again: ${label}`} onClick={() => setAsking(true)}>
        Try again
      </Button>
      <Confirm
        opened={isAsking}
        title={`Try again: ${label}?`}
        action="Try again"
        busy={retry.isPending}
        onConfirm={() => retry.mutate()}
        onClose={() => setAsking(false)}
      >
        {job.is_recurring
          ? 'It is run within seconds, and then goes on at its usual times.'
          : 'It goes on where it stopped, for the person who began it; nothing is done twice.'}
      </Confirm>
    </>
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
  { header: 'Way On', oneLine: true, cell: wayOn },
];

/** The jobs that failed, as many as the dashboard counts, each with what can be done about it. */
export function FailedJobs() {
  return (
    <ListScreen
      list={failedJobList}
      state={useListState(failedJobList)}
      caption="Failed jobs"
      columns={COLUMNS}
      loading="Loading failed jobs..."
      empty={<p>No job has failed.</p>}
      isLive
    />
  );
}
