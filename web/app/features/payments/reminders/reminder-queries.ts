import { getReminders, previewReminders, type QueryOf } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export type RemindedAge = QueryOf<typeof previewReminders>['age'];

export const previewQuery = (age: RemindedAge) =>
  queryOptions({
    queryKey: ['reminders', 'preview', age],
    queryFn: ({ signal }) => call(previewReminders, { query: { age }, signal }),
    // Others pay and remind meanwhile.
    staleTime: 0,
  });

const PACE_MS = 2000;

/** How far a batch is, asked for again while some of it waits. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['reminders', 'batch', id],
    queryFn: ({ signal }) => call(getReminders, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : PACE_MS),
  });
