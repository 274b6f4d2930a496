import { contactFigures, contactPeople, showContactMessage } from '@banbo/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** Messages come in while somebody looks at them. */
export const REFRESH_MS = 15_000;

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contact-messages', 'one', id],
    queryFn: ({ signal }) => call(showContactMessage, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

export const figuresQuery = queryOptions({
  queryKey: ['contact-messages', 'figures'],
  queryFn: ({ signal }) => call(contactFigures, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

export const peopleQuery = queryOptions({
  queryKey: ['contact-messages', 'people'],
  queryFn: ({ signal }) => call(contactPeople, { signal }),
});

/** Asks anew for all that a step may have changed. */
export const refreshContact = (queries: QueryClient): Promise<unknown> =>
  queries.invalidateQueries({ queryKey: ['contact-messages'] });
