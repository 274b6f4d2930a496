import {
  formatDay,
  formatMoney,
  formatPaidMonth,
  type OwnPayment,
  ownPaymentList,
  pageCount,
  shownKind,
  today,
  transactionName,
} from '@banbo/contract';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen, SortChoice } from '~/components/data-table/list-screen.tsx';
import { type ListState, listQuery, useListState } from '~/components/data-table/list-state.ts';
import { ListTools } from '~/components/data-table/list-tools.tsx';
import { Pagination } from '~/components/data-table/pagination.tsx';
import { Icon } from '~/components/icon.tsx';
import { ListMenu } from '~/components/list-choices/list-menu.tsx';
import { shownFee } from '~/components/payments/fee-parts.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import styles from './own-payments.module.css';

function State({ payment: { status, status_reason, is_credit } }: { payment: OwnPayment }) {
  const reason = is_credit && status === 'cleared' ? 'Counts as credit' : status_reason;
  return <PaymentStatusBadge status={status} status_reason={reason} />;
}

const COLUMNS: readonly ShownColumn<typeof ownPaymentList>[] = [
  { key: 'fee', heading: true, oneLine: true, cell: shownFee },
  { key: 'transaction_date', oneLine: true },
  { key: 'transaction_id', oneLine: true },
  { key: 'status', cell: (payment) => <State payment={payment} /> },
  { key: 'amount_paid' },
  { header: 'Receipt', cell: (payment) => <ReceiptLink payment={payment} number={payment.receipt} isOwn isShort /> },
];

/** `22 Nov`; a day of another year has its year. */
const shortDay = (day: string): string =>
  day.slice(0, 4) === today().slice(0, 4) ? formatDay(day).replace(/ \d{4}$/, '') : formatDay(day);

/** The month alone: a narrow line has no room for its kind, which screen readers hear. */
function MonthOrKind({ payment }: { payment: OwnPayment }) {
  const month = formatPaidMonth(payment, { short: true });
  const kind = shownKind(payment.description);
  return month === '' ? (
    kind
  ) : (
    <>
      <span className="visually-hidden">{kind}, </span>
      {month}
    </>
  );
}

/** The state at the end of a line: a tick and the receipt of a cleared payment, else the word. */
function LineEnd({ payment }: { payment: OwnPayment }) {
  if (payment.status !== 'cleared') return <PaymentStatusBadge status={payment.status} status_reason={null} />;
  return (
    <>
      <span className={styles.cleared} title="Cleared">
        <Icon name="check" />
        <span className="visually-hidden">Cleared</span>
      </span>
      <ReceiptLink payment={payment} number={payment.receipt} isOwn isShort />
    </>
  );
}

/** A payment in one line, which opens to the rest. */
function PaymentLine({ payment }: { payment: OwnPayment }) {
  const { transaction_date, amount_paid, transaction_id } = payment;
  return (
    <li className={styles.line}>
      <details>
        <summary>
          <span className={styles.day}>{shortDay(transaction_date)}</span>
          <span className={styles.fee}>
            <MonthOrKind payment={payment} />
          </span>
          <strong>{formatMoney(amount_paid).replace('GHS ', '')}</strong>
        </summary>
        <FactList
          facts={[
            ['Paid for', shownFee(payment)],
            ['Payment Date', formatDay(transaction_date)],
            ['Transaction ID', transactionName(transaction_id)],
            ['Status', <State key="state" payment={payment} />],
            ['Amount Paid', formatMoney(amount_paid)],
            ['Receipt', <ReceiptLink key="receipt" payment={payment} number={payment.receipt} isOwn />],
          ]}
        />
      </details>
      <span className={styles.end}>
        <LineEnd payment={payment} />
      </span>
    </li>
  );
}

const EMPTY = <p>You have not paid anything yet.</p>;

/** The order and the files of the lines, as tables have them. */
const LineTools = ({ state, count }: { state: ReturnType<typeof useOwnPayments>; count: number }) => (
  <ListTools
    label="My payments"
    filters={ownPaymentList.filters}
    values={state.filters}
    onFilter={state.setFilters}
    order={count > 1 && <SortChoice list={ownPaymentList} sort={state.sort} onSort={state.setSort} />}
    menu={
      <ListMenu
        list={ownPaymentList}
        screen="my-payments"
        state={state as unknown as ListState}
        headers={[]}
        hidden={[]}
        needed={undefined}
        onColumns={() => undefined}
        file={ownPaymentList.file}
        onPrint={undefined}
      />
    }
  />
);

/** The payments of a member on a phone: a line each, with pages. */
function PaymentLines({ state }: { state: ReturnType<typeof useOwnPayments> }) {
  const { data, error, refetch } = useQuery(listQuery(ownPaymentList, state, { isLive: true }));
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your payments...</p>;
  if (data.rows.length === 0) return EMPTY;
  const pages = pageCount(data.count ?? 0, state.size);
  return (
    <>
      <LineTools state={state} count={data.count ?? 0} />
      <ol className={styles.lines} aria-label="My payments">
        {data.rows.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} />
        ))}
      </ol>
      {pages > 1 && (
        <Pagination
          page={state.page}
          pages={pages}
          hasMore={data.isCut}
          size={state.size}
          onPage={state.setPage}
          onSize={state.setSize}
        />
      )}
    </>
  );
}

const useOwnPayments = () => useListState(ownPaymentList, { usualSize: 10 });

/** The member's own payments in every state, the newest first. */
export function OwnPayments() {
  const state = useOwnPayments();
  const isPhone = useMediaQuery('(width < 48rem)', undefined, { getInitialValueInEffect: false });
  if (isPhone) return <PaymentLines state={state} />;
  return (
    <ListScreen
      list={ownPaymentList}
      state={state}
      caption="My payments"
      columns={COLUMNS}
      loading="Loading your payments..."
      empty={EMPTY}
      isLive
    />
  );
}
