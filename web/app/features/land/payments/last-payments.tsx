import { formatDay, formatMoney, landPaymentList } from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { landDeskAddress } from '~/components/payments/desk-address.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Payer = { tenant_id: string } | { application_id: string } | { plot_id: string };

/** Leads to the desk with this payer chosen, for those who may receive. */
export function ReceiveFor({ payer }: { payer: Payer }) {
  const { can } = useAbility();
  if (!can('land.receive')) return null;
  return (
    <Button component={Link} to={landDeskAddress(payer)} variant="default" size="compact-sm">
      Receive payment
    </Button>
  );
}

/** How many payments a record shows; the list has all. */
const SHOWN = 5;

type Props = { payer: { tenant_id: string } | { plot_id: string } };

/** The last payments of a tenant or for a plot, for those who may see money. */
export function LastPayments({ payer }: Props) {
  const { can } = useAbility();
  const nameOfType = useTypeNames('land');
  const mayOpen = can('land.money');
  const query = { ...payer, status: 'all' as const, size: SHOWN };
  const { data, error, refetch } = useQuery({
    ...read(landPaymentList.page, { query }),
    staleTime: 0,
    enabled: mayOpen,
  });
  if (!mayOpen) return null;
  return (
    <section className="card" aria-label="Last payments">
      <Group justify="space-between" mb={4}>
        <h2 className="large">Last payments</h2>
        <Group gap="sm">
          <ReceiveFor payer={payer} />
          <Link to={`/tenant_transactions?${new URLSearchParams({ ...payer, status: 'all' })}`}>All payments</Link>
        </Group>
      </Group>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isPart />}
      {!data && !error && <p role="status">Loading payments...</p>}
      {data?.length === 0 && <p>Nothing has been paid yet.</p>}
      {data && data.length > 0 && (
        <ul className="ruled">
          {data.map(({ id, payment_type, amount_paid, transaction_date, status }) => (
            <Group key={id} component="li" gap="sm">
              <Link to={`/tenant_transactions/${id}`}>{formatMoney(amount_paid)}</Link>
              <span>{nameOfType(payment_type)}</span>
              <span className="muted">{formatDay(transaction_date)}</span>
              <PaymentStatusBadge status={status} status_reason={null} />
            </Group>
          ))}
        </ul>
      )}
    </section>
  );
}
