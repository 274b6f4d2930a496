import { listSavedViews, type SavedView } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export const viewsQuery = (screen: string) =>
  queryOptions({
    queryKey: ['saved-views', screen],
    queryFn: ({ signal }): Promise<SavedView[]> => call(listSavedViews, { query: { screen }, signal }),
  });
