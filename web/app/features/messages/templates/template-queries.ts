import { listMessageTemplates } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '~/lib/query-client.ts';

export const templatesQuery = queryOptions({
  ...read(listMessageTemplates, {}),
  staleTime: 0,
});
