import { formatInstant, formatPhone, STAFF_ROLES, type StaffRole, type User } from '@banbo/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import tools from '~/components/data-table/list-tools.module.css';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { EmailText } from '~/components/email-text.tsx';
import { usersQuery } from './user-queries.ts';
import { UserStatusBadge } from './user-status.tsx';
import styles from './users.module.css';

const COLUMNS: readonly Column<User>[] = [
  {
    header: 'Full Name',
    heading: true,
    cell: (user) => <Link to={`/view_system_user/${user.id}`}>{user.fullname}</Link>,
  },
  { header: 'Username', cell: (user) => user.username },
  { header: 'Role', cell: (user) => user.user_role },
  { header: 'E-mail', long: true, cell: (user) => (user.email ? <EmailText email={user.email} /> : '–') },
  { header: 'Mobile Number', cell: (user) => (user.mobile_number ? formatPhone(user.mobile_number) : '–') },
  { header: 'Status', cell: (user) => <UserStatusBadge status={user.status} /> },
  { header: 'Last Login', cell: (user) => (user.last_login_at ? formatInstant(user.last_login_at) : 'Never') },
];

const ROLE_CHOICES = [{ value: '', label: 'All roles' }, ...STAFF_ROLES.map((role) => ({ value: role, label: role }))];

const asRole = (text: string): StaffRole | undefined => STAFF_ROLES.find((role) => role === text);

function Filters({ search, role, onFilter }: { search: string; role: string; onFilter: (by: Filter) => void }) {
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ search: text.trim() });
  };
  return (
    <search aria-label="System users">
      <form className={tools.filters} onSubmit={submit}>
        <TextInput
          label="Name, username or e-mail"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          data={ROLE_CHOICES}
          value={role}
          onChange={(event) => onFilter({ user_role: event.currentTarget.value })}
        />
        <div className={styles.buttons}>
          <Button type="submit">Search</Button>
          {(search || role) && (
            <Button variant="default" onClick={() => onFilter({ search: '', user_role: '' })}>
              Show all
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

type Filter = { search?: string; user_role?: string };

/** All staff users. */
export function UserTable() {
  const params = useListParams(['search', 'user_role']);
  const { search, user_role } = params.filters;
  const list = useQuery(usersQuery({ page: params.page, size: params.size, search, user_role: asRole(user_role) }));
  return (
    <>
      <Filters key={search} search={search} role={asRole(user_role) ?? ''} onFilter={params.setFilters} />
      <DataTable
        caption="System users"
        columns={COLUMNS}
        list={list}
        params={params}
        rowKey={(user) => user.id}
        loading="Loading users..."
        empty={<p>No user fits this search.</p>}
      />
    </>
  );
}
