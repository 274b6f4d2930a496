import {
  ALL_STATES,
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  fullName,
  getPayingDriver,
  getPayment,
  PAYMENT_MODE_LABELS,
  type PaymentDetails as Payment,
  paymentList,
  showMoneyReceived,
  shownName,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress, useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Page } from '~/components/page/page.tsx';
import { type CorrectedCash, CorrectPayment } from '~/components/payments/correct-payment.tsx';
import { CorrectionWaits } from '~/components/payments/correction-waits.tsx';
import { shownFee } from '~/components/payments/fee-parts.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { paymentTotal, stateOf } from '~/components/payments/payment-total.ts';
import { ReceiptActions, receiptWords } from '~/components/payments/receipt-actions.tsx';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';
import { RefundQuestion } from '~/components/payments/refund-question.tsx';
import { ReversePayment } from '~/components/payments/reverse-payment.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { dateCell, everyState, feeCell, statusCell } from '../list/payment-cells.tsx';
import styles from './payment-history.module.css';

/** The driver of a code, for their payments. */
const payingDriverQuery = (driver_code: string) => read(getPayingDriver, { params: { driver_code } });

/** One payment, never cached: its state may have just changed. */
const paymentQuery = (id: string) => ({ ...read(getPayment, { params: { id } }), staleTime: 0 });

const moneyFound = ({ transfer_id, has_transfer, status }: Payment): ReactNode => {
  if (transfer_id !== null) return <Link to={`/money_received/${transfer_id}`}>Matched with money received</Link>;
  if (has_transfer) return 'Money with this transaction ID was received and is not matched';
  return status === 'cleared' || status === 'reversed' ? 'Cleared by hand' : 'None found yet';
};

/** The use of the money; less than the price is credit towards the fee. */
const usedAs = ({ is_credit, amount_due, amount_paid, waived }: Payment): string => {
  if (!is_credit) return 'The fee itself';
  const isBelow = amount_due !== null && toPesewas(amount_paid) < toPesewas(amount_due);
  if (isBelow && waived !== '0.00') return `Credit towards the fee, of which ${formatMoney(waived)} was waived`;
  return isBelow ? 'Credit towards the fee: less than its price' : 'Credit of the driver';
};

/** Hands over the receipt of a cleared payment; a void one is only saved. */
function Receipt({ payment }: { payment: Payment }) {
  if (payment.status !== 'cleared') return <ReceiptLink payment={payment} />;
  const of = `the receipt of ${transactionName(payment.transaction_id)}`;
  return (
    <Group gap="xs" component="span">
      <ReceiptActions paymentIds={[payment.id]} of={of} />
    </Group>
  );
}

const factsOf = (payment: Payment, nameOfType: ReturnType<typeof useTypeNames>): readonly Fact[] => [
  ['State', <PaymentStatusBadge key="state" {...payment} />],
  ['Paid for', shownFee({ ...payment, description: nameOfType(payment.payment_type) })],
  ['Used as', usedAs(payment)],
  ['Mode', PAYMENT_MODE_LABELS[payment.mode]],
  [
    'Payment Date',
    `${formatDay(payment.transaction_date)}, the day of the ${payment.date_of === 'transfer' ? 'transfer' : 'claim'}`,
  ],
  ['Entered', formatInstant(payment.created_at)],
  ['Amount Paid', formatMoney(payment.amount_paid)],
  ['Amount claimed', payment.claimed_amount === null ? 'The same' : formatMoney(payment.claimed_amount)],
  ['List price', payment.amount_due === null ? '' : formatMoney(payment.amount_due)],
  ['Money', moneyFound(payment)],
  ['Receipt', <Receipt key="receipt" payment={payment} />],
];

const useMoneyOf = ({ transfer_id }: Payment) =>
  useQuery({ ...read(showMoneyReceived, { params: { id: transfer_id ?? '' } }), enabled: transfer_id !== null });

/** Says which correction of a cleared payment waits for a second person. */
function Waiting({ payment }: { payment: Payment }) {
  const correction = useMoneyOf(payment).data?.correction;
  return correction?.payment_id === payment.id ? <CorrectionWaits correction={correction} /> : null;
}

type DetailsProps = { payment: Payment; onCorrected: (corrected: CorrectedCash) => void };

/** Reverses a cleared payment, once its money says whether the person may. */
function Reversing({ payment, onCorrected }: DetailsProps) {
  const { amount_paid: amount, transfer_id: _, ...reversed } = payment;
  const money = useMoneyOf(payment);
  const { can } = useAbility();
  const session = useSession();
  if (money.isLoading) return null;
  const hindrance = money.data?.money.reversal_hindrance ?? null;
  const paid = money.data?.payments.filter(({ status }) => status === 'cleared') ?? [];
  // Money that paid other fees, too, is reversed with all of them, so it has no one step.
  const isWaiting = Boolean(money.data?.correction);
  const isOneCash = payment.mode === 'cash' && paid.length === 1 && !isWaiting && can('payments.receive');
  const mayReverse = can('payments.reverse') && can('payments.clear') && hindrance === null;
  const isOwn = money.data !== undefined && money.data.money.captured_by === session?.username;
  return (
    <>
      {isOneCash && (mayReverse || isOwn) && <CorrectPayment {...{ payment, onCorrected }} asks={!mayReverse} />}
      <ReversePayment payment={{ ...reversed, amount }} hindrance={hindrance} />
    </>
  );
}

function Details({ payment, onCorrected }: DetailsProps) {
  const nameOfType = useTypeNames();
  return (
    <section className={`card ${styles.details}`} aria-labelledby="payment">
      <h2 id="payment" className="large">
        Payment <TransactionName id={payment.transaction_id} />
      </h2>
      <FactList facts={factsOf(payment, nameOfType)} />
      {payment.status === 'cleared' && <Waiting payment={payment} />}
      {payment.status === 'cleared' && (
        <Group gap="sm" mt="md">
          <Reversing {...{ payment, onCorrected }} />
          <RefundQuestion
            from="payment"
            id={payment.id}
            of={`the payment ${payment.transaction_id}`}
            paidTo={`${fullName(payment.drivers)}, ${formatPhone(payment.mobile_number)}`}
          />
        </Group>
      )}
      <DecisionHistory decisions={payment.history} level={3} />
    </section>
  );
}

/** A payment's details, if it is the open driver's. */
const PaymentDetails = ({
  id,
  driverCode,
  onCorrected,
}: {
  id: string;
  driverCode: string;
  onCorrected: DetailsProps['onCorrected'];
}) => (
  <RecordLoaded of="payment" query={paymentQuery(id)}>
    {(payment) =>
      payment.driver_code === driverCode ? (
        <Details {...{ payment, onCorrected }} />
      ) : (
        <p role="alert">This payment is not one of this driver’s.</p>
      )
    }
  </RecordLoaded>
);

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
      status_reason === null ? (
        '–'
      ) : (
        <OneLine label={`the reason for ${transactionName(transaction_id)}`}>{status_reason}</OneLine>
      ),
  },
  { key: 'amount_paid' },
];

/** Opens a payment's details above the list, which stays at its page. */
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
  cell: ({ id, transaction_id }) => <ViewLink id={id} name={transactionName(transaction_id)} />,
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
      loading="Loading payments..."
      empty={<p>{state.isFiltered ? 'No payments match these filters.' : 'This driver has no payment yet.'}</p>}
      total={(page) => ({
        column: 'Amount Paid',
        ...paymentTotal('TOTAL PAYMENTS', stateOf(state.filters.status), page),
      })}
      isLive
    />
  );
}

/** Tells of corrected cash. Printing its receipt has the focus, since somebody waits for it. */
function CorrectedNote({ corrected: { message, payment_ids, receipts } }: { corrected: CorrectedCash }) {
  const print = useRef<HTMLButtonElement>(null);
  useEffect(() => print.current?.focus(), []);
  const words = receiptWords(receipts);
  return (
    <Stack gap="xs" className="note" mb="md">
      <p>{message}</p>
      {receipts.length > 0 && (
        <Group gap="xs">
          <strong>{words.charAt(0).toUpperCase() + words.slice(1)}</strong>
          <ReceiptActions paymentIds={payment_ids} of={words} printButton={print} />
        </Group>
      )}
    </Stack>
  );
}

/** A driver's payments, the newest first, below the one that is open. */
export function DriverPayments({ driverCode }: { driverCode: string }) {
  const [query, setQuery] = useSearchParams();
  const [corrected, setCorrected] = useState<CorrectedCash | null>(null);
  const payment = query.get('payment');
  const openCorrected = (done: CorrectedCash): void => {
    setCorrected(done);
    setQuery(changeAddress(query, { payment: done.payment_ids[0] ?? null }), { replace: true });
  };
  const isOpen = corrected !== null && payment !== null && corrected.payment_ids.includes(payment);
  return (
    <>
      {isOpen && <CorrectedNote key={payment} corrected={corrected} />}
      {payment && /^\d{1,18}$/.test(payment) && (
        <PaymentDetails id={payment} driverCode={driverCode} onCorrected={openCorrected} />
      )}
      <Payments driverCode={driverCode} />
    </>
  );
}

/** The driver of a code, and their payments. */
export function PaymentHistory({ driverCode }: { driverCode: string }) {
  const { can } = useAbility();
  return (
    <RecordLoaded
      of="payments"
      query={payingDriverQuery(driverCode)}
      ways={[{ to: '/view_payment', label: 'Search for a driver' }]}
    >
      {(driver) => (
        <Page
          title={`Payments of ${shownName(fullName(driver))}`}
          facts={
            <span className="row">
              <span>{driver.driver_code}</span>
              <span>{driver.car_number}</span>
              <span>{formatPhone(driver.mobile_number)}</span>
              {driver.is_removed && <StatusBadge tone="bad">Removed</StatusBadge>}
              {can('drivers.read') && <Link to={`/view_driver/${driver.id}`}>Driver details</Link>}
            </span>
          }
        >
          <DriverPayments driverCode={driver.driver_code} />
        </Page>
      )}
    </RecordLoaded>
  );
}
