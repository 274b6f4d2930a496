import { previewMerge } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** A merge as it would be done. Money may come at any moment, so it is asked for anew each time. */
export const mergePreviewQuery = (id: string, into: string) =>
  queryOptions({
    queryKey: ['drivers', 'merge', id, into],
    queryFn: ({ signal }) => call(previewMerge, { params: { id }, query: { into }, signal }),
    staleTime: 0,
    retry: false,
  });
