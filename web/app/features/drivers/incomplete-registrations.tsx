import { FEES, incompleteRegistrationList, type MissingPart, shownName } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { deskAddress } from '~/components/payments/desk-address.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './cars/cars.module.css';

type Columns = readonly ShownColumn<typeof incompleteRegistrationList>[];

/** The days below which staff should call the driver. */
const FEW_DAYS = 7;

/** Short words, so that a row stays one line. */
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
    cell: ({ id, fullname }) => <Link to={`/view_driver/${id}`}>{shownName(fullname)}</Link>,
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
        <Link
          to={deskAddress(driver_code, { payment_type: FEES.registration_fees.type })}
          aria-label={`Receive the fee of ${driver_code}`}
        >
          Receive
        </Link>
      ),
  },
];

/** Current drivers whose registration lacks a part. */
export function IncompleteRegistrations() {
  const { can } = useAbility();
  return (
    <ListScreen
      list={incompleteRegistrationList}
      caption="Incomplete registrations"
      columns={[...COLUMNS, ...(can('payments.receive') ? RECEIVE : [])]}
      loading="Loading registrations..."
      isLive
      empty={<p>No registration is missing this.</p>}
      cut={`Only the first ${incompleteRegistrationList.reach} are shown.`}
    />
  );
}
