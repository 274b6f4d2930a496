import { ALL_STATES, paymentList } from '@banbo/contract';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { dateCell, feeCell, statusCell } from '../list/payment-cells.tsx';
import { paymentTotal } from '../list/payment-total.ts';
import { everyState, stateOf } from '../list/state-filter.ts';
import { PaymentDetails } from './payment-details.tsx';

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

function Payments({ driverCode }: { driverCode: string }) {
  const state = useListState(paymentList, {
    fixed: { driver_code: driverCode },
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
export function DriverPayments({ driverCode }: { driverCode: string }) {
  const [query] = useSearchParams();
  const payment = query.get('payment');
  return (
    <>
      {payment && /^\d{1,18}$/.test(payment) && <PaymentDetails id={payment} driverCode={driverCode} />}
      <Payments driverCode={driverCode} />
    </>
  );
}
