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
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { listQuery, useListState } from '~/components/data-table/list-state.ts';
import { Pagination } from '~/components/data-table/pagination.tsx';
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
  { key: 'fee', heading: true, cell: shownFee },
  { key: 'transaction_date' },
  { key: 'transaction_id' },
  { key: 'status', cell: (payment) => <State payment={payment} /> },
  { key: 'amount_paid' },
  { header: 'Receipt', cell: (payment) => <ReceiptLink payment={payment} number={payment.receipt} isOwn /> },
];

/** `22 Nov`; a day of another year has its year. */
const shortDay = (day: string): string =>
  day.slice(0, 4) === today().slice(0, 4) ? formatDay(day).replace(/ \d{4}$/, '') : formatDay(day);

/** The month before its kind, which a narrow line cuts: `Nov 2026, Monthly subscription`. */
const monthFirst = (payment: OwnPayment): string =>
  [formatPaidMonth(payment, { short: true }), shownKind(payment.description)].filter((part) => part !== '').join(', ');

/** A payment in one line, which opens to the rest; its receipt takes the place of its state. */
function PaymentLine({ payment }: { payment: OwnPayment }) {
  const { status, transaction_date, amount_paid, transaction_id } = payment;
  return (
    <li className={styles.line}>
      <details>
        <summary>
          <span className={styles.day}>{shortDay(transaction_date)}</span>
          <span className={styles.fee}>{monthFirst(payment)}</span>
          <strong>{formatMoney(amount_paid).replace('GHS ', '')}</strong>
        </summary>
        <FactList
          facts={[
            ['Paid for', shownFee(payment)],
            ['Payment Date', formatDay(transaction_date)],
            ['Transaction ID', transactionName(transaction_id)],
            ['Status', <State key="state" payment={payment} />],
            ['Amount Paid', formatMoney(amount_paid)],
          ]}
        />
      </details>
      <span className={styles.end}>
        {status === 'cleared' ? (
          <ReceiptLink payment={payment} number={payment.receipt} isOwn isShort />
        ) : (
          <PaymentStatusBadge status={status} status_reason={null} />
        )}
      </span>
    </li>
  );
}

const EMPTY = <p>You have not paid anything yet.</p>;

/** The payments of a member on a phone: a line each, with pages. */
function PaymentLines({ state }: { state: ReturnType<typeof useOwnPayments> }) {
  const { data, error, refetch } = useQuery(listQuery(ownPaymentList, state, { isLive: true }));
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your payments...</p>;
  if (data.rows.length === 0) return EMPTY;
  const pages = pageCount(data.count ?? 0, state.size);
  return (
    <>
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
