import { pageMeta } from '~/components/site/site-meta.ts';
import { PaymentInformation } from '~/features/site/payment-info/payment-information.tsx';

export const meta = () => pageMeta('/payment_info');

export default function PaymentInfo() {
  return (
    <main>
      <PaymentInformation />
    </main>
  );
}
