import {
  type CaseMoney,
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  type MoneyChange,
  type MoneyPayment,
  type MoneyRecord,
  networkName,
  PAYMENT_MODE_LABELS,
  showMoneyReceived,
  shownName,
  TRANSFER_CHANGE_LABELS,
  TRANSFER_SOURCE_LABELS,
} from '@banbo/contract';
import { Grid, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { CorrectionWaits } from '~/components/payments/correction-waits.tsx';
import { shownFee } from '~/components/payments/fee-parts.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';
import { RefundQuestion } from '~/components/payments/refund-question.tsx';
import { ReversePayment } from '~/components/payments/reverse-payment.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { MissingIn } from '../decisions/case-facts.tsx';
import { CASE_REFRESH_MS } from '../decisions/clearance-queries.ts';
import { MoneyActions } from '../decisions/money-actions.tsx';
import { ChequeActions } from './cheque-actions.tsx';
import { MoneyBadge } from './money-table.tsx';

const recordedBy = ({ source, captured_by, captured_at }: CaseMoney): string =>
  [TRANSFER_SOURCE_LABELS[source], captured_by, formatInstant(captured_at)].filter(Boolean).join(', ');

/** The statement that showed the money, for those who may see statements. */
function Statement({ record: { money, statement_import: id, statement_line: line } }: { record: MoneyRecord }) {
  const { can } = useAbility();
  if (money.missing_since !== null)
    return can('payments.clear') ? <MissingIn money={money} /> : 'Missing on one of its day';
  if (id === null) return 'On none yet';
  const words = `Statement ${id}, line ${line}`;
  return (
    <>
      {can('payments.clear') ? <Link to={`/statement_import/${id}`}>{words}</Link> : words}
      {money.is_shown_ended && (
        <>
          , <strong>which shows it although it ended</strong>
        </>
      )}
    </>
  );
}

const factsOf = (record: MoneyRecord): Fact[] => {
  const { money, posted_amount, ended_as } = record;
  return [
    ['State', <MoneyBadge key="state" {...money} ended_as={ended_as} reason={money.status_reason} />],
    ['Amount', formatMoney(money.amount)],
    ['Mode', [PAYMENT_MODE_LABELS[money.mode], money.network && networkName(money.network)].filter(Boolean).join(', ')],
    [money.status === 'pending' ? 'Received at the desk' : 'Received', formatDay(money.received_on)],
    ['Recorded', recordedBy(money)],
    ['Payer', [money.payer_name, money.payer_number && formatPhone(money.payer_number)].filter(Boolean).join(', ')],
    ['Reference', money.reference],
    ['Statement', <Statement key="statement" record={record} />],
    ...(money.statement_amount !== null && money.statement_amount !== money.amount
      ? [['The statement shows', formatMoney(money.statement_amount)] as const]
      : []),
    ...(money.statement_day !== null && money.statement_day !== money.received_on
      ? [['The statement’s day', formatDay(money.statement_day)] as const]
      : []),
    ['In the books', formatMoney(posted_amount)],
    ['Left', formatMoney(money.left)],
  ];
};

function Payment({ payment, money }: { payment: MoneyPayment; money: CaseMoney }) {
  const nameOfType = useTypeNames(payment.payer.side);
  const { id, payer, amount, status, status_reason, is_credit } = payment;
  const fee = shownFee({ ...payment, description: nameOfType(payment.payment_type) });
  const name = shownName(payer.fullname);
  const shown = { id, amount, status, transaction_id: money.transaction_id };
  return (
    <Stack component="li" className="card" gap={4} p="sm">
      <p>
        <strong>{formatMoney(amount)}</strong> for {is_credit ? 'credit of ' : `${fee}, `}
        <Link to={payer.driver ? `/view_payment/${payer.driver.driver_code}?payment=${id}` : payer.page}>{name}</Link> ·{' '}
        {payer.details}
      </p>
      <Group gap="sm">
        <PaymentStatusBadge status={status} status_reason={status_reason} />
        {(status === 'cleared' || status === 'reversed') && <ReceiptLink payment={shown} />}
        {status === 'cleared' && (
          <>
            <ReversePayment payment={shown} hindrance={money.reversal_hindrance} isInRow />
            <RefundQuestion
              side={payer.side}
              from="payment"
              id={id}
              of={`the payment of ${name}`}
              paidTo={[name, payer.mobile_number && formatPhone(payer.mobile_number)].filter(Boolean).join(', ')}
              isInRow
            />
          </>
        )}
      </Group>
    </Stack>
  );
}

function Payments({ record: { payments, money } }: { record: MoneyRecord }) {
  return (
    <section>
      <h2>{money.status === 'pending' ? 'What it is to pay' : 'What it paid'}</h2>
      {payments.length === 0 ? (
        <p className="soft">{money.status === 'ended' ? 'Nothing.' : 'Nothing yet.'}</p>
      ) : (
        <Stack component="ul" gap="xs" mt={4}>
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} money={money} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function Change({ change }: { change: MoneyChange }) {
  const { what, amount_before, amount_after, reason, changed_by, changed_at } = change;
  const by = changed_by === null ? '' : ` · ${changed_by}`;
  return (
    <li>
      {formatInstant(changed_at)}
      {by} · {TRANSFER_CHANGE_LABELS[what]}: {formatMoney(amount_before)} → {formatMoney(amount_after)}
      {reason !== null && `. ${reason}`}
    </li>
  );
}

/** Lists the changes of its part in the books, and the decisions on it. */
function History({ record: { history, changes } }: { record: MoneyRecord }) {
  return (
    <>
      {changes.length > 0 && (
        <section>
          <h2>In the books</h2>
          <ul className="soft">
            {changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        </section>
      )}
      <DecisionHistory decisions={history} />
    </>
  );
}

/** Offers the decisions that the person may make on money in its state. */
function Actions({ record: { money, hindrance, changes } }: { record: MoneyRecord }) {
  const { can } = useAbility();
  if (!can('payments.clear')) return null;
  const isRefunded = changes[0]?.what === 'refunded' || changes[0]?.what === 'recovered';
  return (
    <Group gap="xs">
      {money.mode === 'cheque' && <ChequeActions record={{ money, hindrance }} isRefunded={isRefunded} />}
      {money.status !== 'pending' && <MoneyActions money={money} hindrance={hindrance} />}
    </Group>
  );
}

/** Received money: its facts, what it paid, what was done with it, and what may be done. */
export const MoneyPage = ({ id }: { id: string }) => (
  <RecordPage
    of="money"
    query={{ ...read(showMoneyReceived, { params: { id } }), staleTime: 0, refetchInterval: CASE_REFRESH_MS }}
    all={{ to: '/money_received', label: 'All money received' }}
    title={({ money }) => <TransactionName id={money.transaction_id} />}
    lead={({ money }) => `${PAYMENT_MODE_LABELS[money.mode]} of ${formatMoney(money.amount)}`}
  >
    {(record) => (
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="md">
            <FactList facts={factsOf(record)} />
            {record.correction && <CorrectionWaits correction={record.correction} />}
            <Actions record={record} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="md">
            <Payments record={record} />
            <History record={record} />
          </Stack>
        </Grid.Col>
      </Grid>
    )}
  </RecordPage>
);
