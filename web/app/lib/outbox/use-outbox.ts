import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { OUTBOX_CHANNEL, type OutboxItem } from './outbox-item.ts';
import { listOutbox } from './outbox-store.ts';

const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: listOutbox,
  networkMode: 'always',
  staleTime: 0,
});

/** The outbox's items of one kind, kept up with what other tabs and the service worker do. */
export const useOutbox = (kind: OutboxItem['kind']): OutboxItem[] => {
  const queries = useQueryClient();
  const { data = [] } = useQuery(outboxQuery);
  useEffect(() => {
    const channel = new BroadcastChannel(OUTBOX_CHANNEL);
    channel.onmessage = () => void queries.invalidateQueries({ queryKey: outboxQuery.queryKey });
    return () => channel.close();
  }, [queries]);
  return data.filter((item) => item.kind === kind);
};
