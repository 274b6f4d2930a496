import { useParams } from 'react-router';
import { FindPayments } from '~/features/payments/history/find-payments.tsx';
import { PaymentHistory } from '~/features/payments/history/payment-history.tsx';

/** The payments of the driver whose code is in the address, or the search for one. */
export default function ViewPayment() {
  const { driver_code } = useParams();
  return driver_code === undefined ? <FindPayments /> : <PaymentHistory key={driver_code} driverCode={driver_code} />;
}
