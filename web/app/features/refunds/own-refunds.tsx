import { formatDay, formatMoney, listOwnRefunds, type OwnRefund, PAYMENT_MODE_LABELS } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read } from '~/lib/api/query-client.ts';

/** `MoMo to 024 123 4567 on 20/11/2026, reference 87425747421`. */
const wordsOf = ({ mode, paid_to, paid_on, reference }: OwnRefund): string => {
  const to = `${PAYMENT_MODE_LABELS[mode]} to ${paid_to}`;
  return paid_on === null ? to : `${to} on ${formatDay(paid_on)}, reference ${reference}`;
};

/** The member's refunds that are to be paid or were; nothing where there are none. */
export function OwnRefunds({ className }: { className: string | undefined }) {
  const code = useSearchParams()[0].get('driver_code');
  const query = code === null ? {} : { driver_code: code };
  const { data = [] } = useQuery({ ...read(listOwnRefunds, { query }), staleTime: 0 });
  if (data.length === 0) return null;
  const isPaid = data.every(({ status }) => status === 'paid');
  return (
    <section className={className} aria-labelledby="refunds-title">
      <h2 id="refunds-title">{isPaid ? 'Money paid back to you' : 'Money that goes back to you'}</h2>
      <ul className="ruled">
        {data.map((refund) => (
          <li key={refund.id} className="row apart">
            <span>
              <strong>{formatMoney(refund.amount)}</strong>, {wordsOf(refund)}
            </span>
            <StatusBadge tone={refund.status === 'paid' ? 'good' : 'waiting'}>
              {refund.status === 'paid' ? 'Paid' : 'To be paid'}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}
