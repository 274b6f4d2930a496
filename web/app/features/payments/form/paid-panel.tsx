import { formatMoney, formatPaidMonth } from '@banbo/contract';
import { Link } from 'react-router';
import { Confirmation } from '~/components/question/confirmation.tsx';
import { START_PAGES } from '~/lib/start-page.ts';
import type { PaidClaim } from './use-payment.ts';
import { usePaymentTypes } from './use-payment-lookups.ts';

/** The printable confirmation of a payment that waits to be cleared, with the way back for a member. */
export function PaidPanel({ claim, backPath }: { claim: PaidClaim; backPath: string }) {
  const { types } = usePaymentTypes();
  const type = types.find(({ type_code }) => type_code === claim.payment_type);
  return (
    <Confirmation
      title="Your payment waits to be cleared"
      facts={[
        { name: 'Transaction ID', value: claim.transaction_id, isMain: true },
        { name: 'Amount', value: formatMoney(claim.amount), isMain: true },
        { name: 'Payment Type', value: type?.description ?? claim.payment_type },
        ...(claim.payment_month ? [{ name: 'For', value: formatPaidMonth(claim) }] : []),
        { name: 'Driver Code', value: claim.driver_code },
        { name: 'Car Number', value: claim.car_number },
      ]}
      note={claim.message}
    >
      {backPath === START_PAGES.member.to && (
        <p>
          <Link to={backPath} className="button">
            Back to my page
          </Link>
        </p>
      )}
    </Confirmation>
  );
}
