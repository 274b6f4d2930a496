import {
  ALL_STATES,
  FEES,
  type FeeKind,
  MAX_SEARCHED_DRIVERS,
  NO_PAYMENT_FOUND,
  OFFICE_PAGES,
  PAYMENT_STATUS_LABELS,
  type PaymentStatus,
  paymentList,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { BeforeFinding } from '~/components/driver-finder/before-finding.tsx';
import { Page } from '~/components/page/page.tsx';
import { paymentTotal, stateOf } from '~/components/payments/payment-total.ts';
import { useTypeFilter } from '~/components/payments/type-filter.ts';
import { dateCell, everyState, feeCell, nameCell, statusCell, viewCell } from './payment-cells.tsx';
import styles from './payment-list.module.css';
import { isSearching, PaymentSearchForm } from './payment-search.tsx';

const REPORTS = ['regFees_by_period', 'regFees_by_month', 'regFees_by_mode'] as const;

/** Links to the sums of payments of this kind. */
function ReportLinks({ kind }: { kind: FeeKind }) {
  return REPORTS.map((path) => (
    <Button key={path} component={Link} to={`/${path}?kind=${kind}`} variant="default" px="sm">
      {OFFICE_PAGES[path].title}
    </Button>
  ));
}

/** A list of payments of one type, or of all if `type` is null. */
type FeeList = {
  type: string | null;
  /** The kind that its sums begin with. */
  kind: FeeKind;
  title: string;
  total: string;
  loading: string;
  /** Lists nothing before a search. */
  isSearchOnly?: boolean;
};

const feeList = (kind: FeeKind, total: string): FeeList => {
  const { type, title } = FEES[kind];
  return { type, kind, title, total, loading: `Loading ${title}...` };
};

/** The lists of payments by their paths. */
const FEE_LISTS: Readonly<Record<FeeKind | 'payment_transactions', FeeList>> = {
  registration_fees: feeList('registration_fees', 'TOTAL REGISTRATION FEES'),
  subscriptions: feeList('subscriptions', 'TOTAL SUBSCRIPTION PAYMENTS'),
  device_payments: feeList('device_payments', 'TOTAL DEVICE PAYMENTS'),
  payment_transactions: {
    type: null,
    kind: 'registration_fees',
    title: OFFICE_PAGES.payment_transactions.title,
    total: 'TOTAL PAYMENTS',
    loading: 'Loading Payment Transactions...',
  },
};

/** Payments of all types, of the drivers alone that a search finds. */
const FIND_PAYMENTS: FeeList = {
  ...FEE_LISTS.payment_transactions,
  title: 'Payments',
  loading: 'Loading payments...',
  isSearchOnly: true,
};

type FeeListName = keyof typeof FEE_LISTS;

type Shown = ShownColumn<typeof paymentList>;

const columnsFor = ({ type, kind }: FeeList): readonly Shown[] => [
  { key: 'driver_code', oneLine: true, spare: true },
  { key: 'car_number', oneLine: true },
  { key: 'fullname', heading: true, grows: true, cell: nameCell },
  { key: 'mobile_number', oneLine: true, spare: true },
  ...(type === null ? [{ key: 'payment_type', header: 'Type', oneLine: true, cell: feeCell } as const] : []),
  ...(type !== null && kind === 'subscriptions' ? [{ key: 'month', oneLine: true } as const] : []),
  { key: 'transaction_date', oneLine: true, cell: dateCell },
  { key: 'transaction_id', oneLine: true },
  ...(type === null ? [{ key: 'mode', oneLine: true, spare: true } as const] : []),
  { key: 'status', oneLine: true, cell: statusCell },
  { key: 'amount_paid' },
  { header: 'ACTION', stays: true, cell: viewCell },
];

const EVERY_STATE = { status: ALL_STATES };

const emptyText = (isFiltered: boolean, status: PaymentStatus | undefined): string => {
  if (status) return `No payment here is ${PAYMENT_STATUS_LABELS[status].toLowerCase()}.`;
  return isFiltered ? 'No payments match these filters.' : 'No payment has come in yet.';
};

/** View Payment before a search, with the ways to payments that need none. */
const BeforeSearch = () => (
  <>
    <p className="soft">Search for a driver to see all their payments.</p>
    <BeforeFinding
      ways={['payment_transactions', 'global_drivers']}
      to={({ driver_code }) => `/view_payment/${driver_code}`}
    />
  </>
);

/** The payments of one type or of all, with their total and a search by driver. */
export function PaymentTable({ fees }: { fees: FeeList }) {
  const isOfAll = fees.type === null;
  const state = useListState(
    paymentList,
    fees.type === null ? { usual: EVERY_STATE } : { fixed: { payment_type: fees.type } },
  );
  const typeFilter = useTypeFilter({
    side: 'drivers',
    schema: paymentList.filters.payment_type.schema,
    isWanted: isOfAll,
  });
  const status = stateOf(state.filters.status);
  const isSearch = isSearching(state.filters);
  const { mode, from, to } = paymentList.filters;
  const filters = isOfAll
    ? { payment_type: typeFilter, status: everyState, mode, from, to }
    : { status: paymentList.filters.status, mode, from, to };
  const table = (
    <ListScreen
      list={paymentList}
      state={state}
      caption={fees.title}
      screen={`payments-${fees.type ?? 'all'}`.toLowerCase()}
      columns={columnsFor(fees)}
      search={<PaymentSearchForm label={`Search ${fees.title}`} state={state} />}
      filters={filters}
      {...(fees.isSearchOnly && !isSearch && { instead: <BeforeSearch /> })}
      loading={fees.loading}
      empty={<p>{isSearch ? NO_PAYMENT_FOUND : emptyText(state.isFiltered, status)}</p>}
      cut={`More than ${MAX_SEARCHED_DRIVERS.toLocaleString('en-GB')} drivers match. The payments of the first ones are shown and added up; type more of the name or number.`}
      hidesOnlyPage={isSearch}
      total={(page) => ({
        column: 'Amount Paid',
        ...paymentTotal(fees.total, status, page),
        action: (
          <Link to="/view_payment" aria-label="View the payments of a driver">
            View
          </Link>
        ),
      })}
    />
  );
  return isOfAll ? table : <div className={styles.fees}>{table}</div>;
}

/** The list of payments of a path: one fee's, or all. */
export function FeePayments({ path }: { path: string }) {
  const fees = FEE_LISTS[path as FeeListName];
  return (
    <Page actions={<ReportLinks kind={fees.kind} />}>
      <PaymentTable key={path} fees={fees} />
    </Page>
  );
}

/** Finds drivers, and lists their payments. */
export function FindPayments() {
  return (
    <Page>
      <PaymentTable fees={FIND_PAYMENTS} />
    </Page>
  );
}
