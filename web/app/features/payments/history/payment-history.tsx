import { ALL_STATES, formatPhone, type PayingDriver, paymentList } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { Page } from '~/components/page.tsx';
import { LoadError } from '~/components/states.tsx';
import { StatusBadge } from '~/components/status-badge.tsx';
import { useAbility } from '~/lib/ability.ts';
import { isNotFound } from '~/lib/api.ts';
import { dateCell, feeCell, statusCell } from '../list/payment-cells.tsx';
import { paymentTotal } from '../list/payment-total.ts';
import { everyState, stateOf } from '../list/state-filter.ts';
import { payingDriverQuery } from './history-queries.ts';
import { PaymentDetails } from './payment-details.tsx';
import styles from './payment-history.module.css';

type Shown = ShownColumn<typeof paymentList>;

const COLUMNS: readonly Shown[] = [
  { key: 'transaction_date', oneLine: true, cell: dateCell },
  { key: 'payment_type', header: 'Type', heading: true, oneLine: true, cell: feeCell },
  { key: 'transaction_id', oneLine: true },
  { key: 'mode', oneLine: true },
  { key: 'status', oneLine: true, cell: statusCell },
  {
    key: 'status_reason',
    grows: true,
    cell: ({ status_reason, transaction_id }) =>
      status_reason === null ? '–' : <OneLine label={`the reason for ${transaction_id}`}>{status_reason}</OneLine>,
  },
  { key: 'amount_paid' },
];

/** Shows the details of a payment above the list, which stays at its page. */
function ViewLink({ id, name }: { id: string; name: string }) {
  const [query] = useSearchParams();
  return (
    <Link to={{ search: `?${changeAddress(query, { payment: id })}` }} aria-label={`View payment ${name}`}>
      View
    </Link>
  );
}

const ACTION: Shown = {
  header: 'ACTION',
  stays: true,
  cell: ({ id, transaction_id }) => <ViewLink id={id} name={transaction_id} />,
};

function Payments({ driver }: { driver: PayingDriver }) {
  const state = useListState(paymentList, {
    fixed: { driver_code: driver.driver_code },
    usual: { status: ALL_STATES },
  });
  const { mode, from, to } = paymentList.filters;
  return (
    <ListScreen
      list={paymentList}
      state={state}
      caption="Payments"
      screen="payments-of-driver"
      columns={[...COLUMNS, ACTION]}
      filters={{ status: everyState, mode, from, to }}
      filterButton="Show"
      loading="Loading payments..."
      empty={<p>{state.isFiltered ? 'No payment fits this filter.' : 'This driver has no payment yet.'}</p>}
      total={(page) => ({
        column: 'Amount Paid',
        ...paymentTotal('TOTAL PAYMENTS', stateOf(state.filters.status), page),
      })}
      isLive
    />
  );
}

/** A driver's payments in all states, the newest first, and above them the one that is looked at. */
export function PaymentHistory({ driverCode }: { driverCode: string }) {
  const { can } = useAbility();
  const [query] = useSearchParams();
  const { data: driver, error, refetch } = useQuery(payingDriverQuery(driverCode));
  if (error) {
    const ways = [{ to: '/view_payment', label: 'Search for a driver' }];
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={ways} />;
  }
  if (!driver) return <p role="status">Loading payments...</p>;
  const payment = query.get('payment');
  const name = `${driver.first_name} ${driver.last_name}`;
  return (
    <Page
      title={`Payments of ${name}`}
      lead={
        <span className={styles.codes}>
          <span>{driver.driver_code}</span>
          <span>{driver.car_number}</span>
          <span>{formatPhone(driver.mobile_number)}</span>
          {driver.is_removed && <StatusBadge tone="bad">Removed</StatusBadge>}
          {can('drivers.read') && <Link to={`/display_driver/${driver.id}`}>Driver details</Link>}
        </span>
      }
    >
      {payment && /^\d{1,18}$/.test(payment) && <PaymentDetails id={payment} driverCode={driver.driver_code} />}
      <Payments driver={driver} />
    </Page>
  );
}
