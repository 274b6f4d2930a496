import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listQueue } from './queue-store.ts';
import { QUEUE_CHANNEL, type QueuedSubmission } from './queued-submission.ts';

const submissionsQuery = queryOptions({
  queryKey: ['submission-queue'],
  queryFn: listQueue,
  networkMode: 'always',
  staleTime: 0,
});

/** The queue's items of one kind, in step with other tabs and the service worker. */
export const useQueue = (kind: QueuedSubmission['kind']): QueuedSubmission[] => {
  const queries = useQueryClient();
  const { data = [] } = useQuery(submissionsQuery);
  useEffect(() => {
    const channel = new BroadcastChannel(QUEUE_CHANNEL);
    channel.onmessage = () => void queries.invalidateQueries({ queryKey: submissionsQuery.queryKey });
    return () => channel.close();
  }, [queries]);
  return data.filter((item) => item.kind === kind);
};
