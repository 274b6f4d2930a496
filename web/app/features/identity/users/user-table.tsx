import { formatDay, shownName, today, USER_STATUS_LABELS, type User, userList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { EmailText, StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { active: 'good', invited: 'waiting', locked: 'bad', blocked: 'bad' } as const;

export function UserStatusBadge({ status }: { status: User['status'] }) {
  return <StatusBadge tone={TONES[status]}>{USER_STATUS_LABELS[status]}</StatusBadge>;
}

const COLUMNS: readonly ShownColumn<typeof userList>[] = [
  {
    key: 'fullname',
    heading: true,
    oneLine: true,
    cell: (user) => <Link to={`/view_system_user/${user.id}`}>{shownName(user.fullname)}</Link>,
  },
  { key: 'username', oneLine: true },
  { key: 'user_role' },
  {
    key: 'email',
    grows: true,
    cell: ({ username, email }) =>
      email ? (
        <OneLine label={`the e-mail of ${username}`}>
          <EmailText email={email} />
        </OneLine>
      ) : (
        '–'
      ),
  },
  { key: 'mobile_number', oneLine: true, spare: true },
  { key: 'status', cell: (user) => <UserStatusBadge status={user.status} /> },
  {
    key: 'last_login_at',
    // The time of day is on the user's page.
    oneLine: true,
    cell: (user) => (user.last_login_at ? formatDay(today(new Date(user.last_login_at))) : 'Never'),
  },
];

export function UserTable() {
  return (
    <ListScreen
      list={userList}
      caption="System users"
      columns={COLUMNS}
      loading="Loading users..."
      empty={<p>No users match this search.</p>}
    />
  );
}
