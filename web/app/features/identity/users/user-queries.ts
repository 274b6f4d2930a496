import { getRoles, getUser } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** The link on the page of a missing user. */
export const ALL_USERS = { to: '/system_users', label: 'See all users' };

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(getRoles, { signal }),
});
