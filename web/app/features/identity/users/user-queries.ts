import { getRoles, getUser, listUsers, type StaffRole } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '~/lib/api.ts';

type Asked = { page: number; size: number; search: string; user_role: StaffRole | undefined };

export const usersQuery = ({ user_role, ...asked }: Asked) =>
  queryOptions({
    queryKey: ['users', 'list', { ...asked, user_role }],
    queryFn: ({ signal }) => callList(listUsers, { query: { ...asked, ...(user_role && { user_role }) }, signal }),
    placeholderData: keepPreviousData,
  });

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
