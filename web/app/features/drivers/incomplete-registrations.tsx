import { incompleteRegistrationList, type MissingPart } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './cars/cars.module.css';

type Columns = readonly ShownColumn<typeof incompleteRegistrationList>[];

/** Days that ask for a call to the driver. */
const FEW_DAYS = 7;

/** Short, so that a row stays one line; the filter has the whole words. */
const SHORT: Readonly<Record<MissingPart, string>> = {
  fee: 'Fee',
  claim: 'Clearance',
  photo: 'Photo',
  document: 'Document',
  password: 'Password',
};

const COLUMNS: Columns = [
  {
    key: 'fullname',
    heading: true,
    grows: true,
    cell: ({ id, fullname }) => <Link to={`/view_driver/${id}`}>{fullname}</Link>,
  },
  { key: 'driver_code', oneLine: true },
  { key: 'car_number', oneLine: true },
  { key: 'mobile_number', oneLine: true, spare: true },
  { key: 'registered_at', oneLine: true, spare: true },
  {
    key: 'missing',
    oneLine: true,
    cell: ({ missing }) => (
      <span className={styles.missing}>
        {missing.map((part) => (
          <StatusBadge key={part} tone={part === 'fee' ? 'bad' : 'waiting'}>
            {SHORT[part]}
          </StatusBadge>
        ))}
      </span>
    ),
  },
  {
    key: 'days_left',
    cell: ({ days_left }) => {
      if (days_left === null) return '–';
      return days_left > FEW_DAYS ? days_left : <StatusBadge tone="bad">{String(days_left)}</StatusBadge>;
    },
  },
];

const RECEIVE: Columns = [
  {
    header: 'Action',
    cell: ({ driver_code, missing }) =>
      missing.includes('fee') && (
        <Link to={`/receive_payments?driver=${driver_code}`} aria-label={`Receive the fee of ${driver_code}`}>
          Receive
        </Link>
      ),
  },
];

/** Current drivers of whose registration a part is missing, by the part. */
export function IncompleteRegistrations() {
  const { can } = useAbility();
  return (
    <ListScreen
      list={incompleteRegistrationList}
      caption="Incomplete registrations"
      columns={[...COLUMNS, ...(can('payments.receive') ? RECEIVE : [])]}
      loading="Loading registrations..."
      isLive
      empty={<p>No registration lacks this.</p>}
      cut={`Only the first ${incompleteRegistrationList.reach} are shown.`}
    />
  );
}
