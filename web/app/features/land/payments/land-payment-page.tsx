import {
  formatDay,
  formatInstant,
  formatMoney,
  fromPesewas,
  getLandPayment,
  type LandPaymentRecord,
  PAYMENT_MODE_LABELS,
  shownPayer,
  shownZoneIn,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import { Grid, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { LandPayerName } from '~/components/payments/land-payer.tsx';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { LandReceiptActions } from '~/components/payments/receipt-actions.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Props = { payment: LandPaymentRecord };

/** The money that paid it, with a link for those who may see all money. */
function Money({ payment: { transfer_id, transaction_id } }: Props) {
  const { can } = useAbility();
  if (transfer_id === null || !can('payments.read')) return <TransactionName id={transaction_id} />;
  return <Link to={`/money_received/${transfer_id}`}>{transactionName(transaction_id)}</Link>;
}

/** The number of its receipt with the ways to it; a void one has the PDF, which says so. */
function Receipt({ payment: { receipt, status } }: Props) {
  if (receipt === null) return 'None yet';
  return (
    <Group gap="xs">
      {status === 'reversed' ? `${receipt}, void` : receipt}
      <LandReceiptActions receipt={receipt} of={`receipt ${receipt}`} />
    </Group>
  );
}

const factsOf = (payment: LandPaymentRecord, nameOfType: (code: string) => string): Fact[] => [
  ['Payer', <LandPayerName key="payer" of={payment} />],
  ['Details', shownZoneIn(payment.payer_details)],
  ['For', nameOfType(payment.payment_type)],
  [
    'Plot',
    payment.plot_id === null ? null : (
      <AllowedLink key="plot" to={`/plots/${payment.plot_id}`}>
        The plot
      </AllowedLink>
    ),
  ],
  ['Amount', formatMoney(payment.amount_paid)],
  ['State', <PaymentStatusBadge key="state" status={payment.status} status_reason={payment.status_reason} />],
  ['Payment date', formatDay(payment.transaction_date)],
  ['Mode', PAYMENT_MODE_LABELS[payment.mode]],
  ['Money', <Money key="money" payment={payment} />],
  ['Receipt', <Receipt key="receipt" payment={payment} />],
  ['Entered', formatInstant(payment.created_at)],
];

/** Everything that stands on the same receipt. */
function Together({ payment: { id, together, receipt } }: Props) {
  const nameOfType = useTypeNames('land');
  if (together.length < 2) return null;
  const sum = fromPesewas(together.reduce((all, one) => all + toPesewas(one.amount_paid), 0n));
  return (
    <section className="card" aria-label="Paid together">
      <h2 className="large">Paid together</h2>
      <ul className="ruled">
        {together.map((one) => (
          <Group key={one.id} component="li" gap="sm" justify="space-between">
            {one.id === id ? (
              <strong>{nameOfType(one.payment_type)}</strong>
            ) : (
              <Link to={`/tenant_transactions/${one.id}`}>{nameOfType(one.payment_type)}</Link>
            )}
            <span>{formatMoney(one.amount_paid)}</span>
          </Group>
        ))}
      </ul>
      <p>
        In all <strong>{formatMoney(sum)}</strong>
        {receipt !== null && `, on one receipt ${receipt}`}.
      </p>
    </section>
  );
}

function PaymentDetails({ payment }: Props) {
  const nameOfType = useTypeNames('land');
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="sm">
          <section className="card" aria-label="Payment">
            <FactList facts={factsOf(payment, nameOfType).filter(([, fact]) => fact !== null && fact !== '')} />
          </section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="sm">
          <Together payment={payment} />
          <DecisionHistory decisions={payment.history} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** A payment for land: who paid, what for, with which money, and what else is on its receipt. */
export function LandPaymentPage({ id }: { id: string }) {
  return (
    <RecordPage
      of="payment"
      query={{ ...read(getLandPayment, { params: { id } }), staleTime: 0 }}
      all={{ to: '/tenant_transactions', label: 'All payments' }}
      title={({ amount_paid, payer_name }) => `${formatMoney(amount_paid)} of ${shownPayer(payer_name)}`}
      lead={({ transaction_id }) => transactionName(transaction_id)}
    >
      {(payment) => <PaymentDetails payment={payment} />}
    </RecordPage>
  );
}
