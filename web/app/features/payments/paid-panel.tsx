import { formatMoney, formatPaidMonth } from '@banbo/contract';
import { Confirmation } from '~/components/confirmation.tsx';
import type { PaidClaim } from './use-payment.ts';
import { usePaymentTypes } from './use-payment-lookups.ts';

/** The printable confirmation of a payment that waits to be cleared. */
export function PaidPanel({ claim }: { claim: PaidClaim }) {
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
    />
  );
}
