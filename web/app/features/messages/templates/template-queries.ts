import { listMessageTemplates } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export const templatesQuery = queryOptions({
  queryKey: ['message-templates'],
  queryFn: ({ signal }) => call(listMessageTemplates, { signal }),
  staleTime: 0,
});
