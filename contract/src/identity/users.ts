import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { PERMISSIONS } from '../common/permissions.ts';
import { ROLES, STAFF_ROLES } from '../common/roles.ts';
import { ChangedUser, InvitedUser, NewUser, USER_STATUS_LABELS, User, UserChange } from './user-schemas.ts';

export const userList = defineList({
  name: 'users',
  url: '/users',
  access: 'users.read',
  summary: 'Staff users by last name',
  tags: ['users'],
  row: User,
  filters: {
    /** Part of a username, name or e-mail. */
    search: { ...textFilter('Name, username or e-mail', 100), isPersonal: true },
    user_role: choiceFilter('Role', 'All roles', STAFF_ROLES),
  },
  sorts: ['name', '-name', 'username', '-username', '-last_login', 'last_login'],
  columns: [
    columnOf('fullname', 'Full Name', 'text', { sort: 'name' }),
    columnOf('username', 'Username', 'text', { sort: 'username' }),
    columnOf('user_role', 'Role'),
    columnOf('email', 'E-mail'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => USER_STATUS_LABELS[status] },
    columnOf('last_login_at', 'Last Login', 'instant', { sort: 'last_login' }),
  ],
  reach: 10_000,
});

const tags = ['users'];
const access = 'users.change';

/** A change of one user, which answers with the user. */
const onUser = <M extends 'POST' | 'PATCH', const Url extends string>(call: `${M} ${Url}`, summary: string) =>
  endpoint(call, access, { summary, tags, answer: ChangedUser });

export const createUser = endpoint('POST /users', access, {
  summary: 'Create a staff user of a lower rank than one’s own, with an invitation',
  tags,
  idempotent: true,
  body: NewUser,
  created: InvitedUser,
});

export const checkNewUsername = endpoint('POST /users/check_username', access, {
  summary: 'Is this username free?',
  tags,
  body: z.strictObject({ username: z.string().max(200) }),
  answer: z.object({ status: z.boolean(), message: z.string() }),
});

export const getUser = endpoint('GET /users/:id', 'users.read', { summary: 'One staff user', tags, answer: User });

export const changeUser = endpoint('PATCH /users/:id', access, {
  summary: 'Change a lower-ranked user’s names and contacts',
  tags,
  body: UserChange,
  answer: ChangedUser,
});

export const deleteUser = endpoint('DELETE /users/:id', access, { summary: 'Delete a lower-ranked user', tags });

export const changeUserRole = endpoint('PATCH /users/:id/role', access, {
  summary: 'Give a lower-ranked user another role below one’s own',
  tags,
  body: z.strictObject({ user_role: z.enum(STAFF_ROLES, 'Please choose the role.') }),
  answer: ChangedUser,
});

export const inviteUser = endpoint('POST /users/:id/invitation', access, {
  summary: 'A new setup code for a lower-ranked user, in place of the one before',
  tags,
  idempotent: true,
  created: InvitedUser,
});

export const blockUser = onUser('POST /users/:id/block', 'Block a lower-ranked user at once, until unblocked');
export const unblockUser = onUser('POST /users/:id/unblock', 'Let a blocked or locked lower-ranked user in again');
export const resetAdminAccount = onUser(
  'PATCH /auth/reset_admin_account/:id',
  'Forget a lower-ranked user’s wrong passwords',
);
export const resetSecondFactor = onUser(
  'POST /users/:id/reset_second_factor',
  'Take a lower-ranked user’s second factor away, and sign them out everywhere',
);

export const getRoles = endpoint('GET /roles/get_roles', 'roles.read', {
  summary: 'Roles with their ranks and permissions, the highest first',
  tags,
  answer: z.array(
    z.object({
      user_role: z.enum(ROLES),
      rank: z.number().int(),
      permissions: z.array(z.enum(PERMISSIONS)),
      /** True when the caller may give this role to a user. */
      assignable: z.boolean(),
    }),
  ),
});

export const userEndpoints = {
  listUsers: userList.page,
  exportUsers: userList.file,
  createUser,
  checkNewUsername,
  getUser,
  changeUser,
  deleteUser,
  changeUserRole,
  blockUser,
  unblockUser,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  getRoles,
} as const;
