import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { STAFF_ROLES } from '../common/roles.ts';
import { USER_STATUS_LABELS, User } from './user-schemas.ts';

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
export const listUsers = userList.page;
export const exportUsers = userList.file;
