import type { ReactNode } from 'react';
import { OutboxPanel } from '~/components/outbox-panel.tsx';
import type { OutboxItem } from '~/lib/outbox/outbox-item.ts';
import { PaidPanel } from './paid-panel.tsx';
import styles from './payment-form.module.css';
import { PaymentForm } from './payment-form.tsx';
import { isTyped, type PaymentValues, type toSubmission } from './payment-values.ts';
import { type PaidClaim, usePayment } from './use-payment.ts';

type Props = {
  /** Where Cancel goes, and where a payment that was sent goes. */
  cancelPath: string;
  returnPath: string;
  prefill: Partial<PaymentValues>;
  paid: PaidClaim | null;
  /** What stands above the form besides, such as the confirmation of a registration. */
  children?: ReactNode;
};

/** The whole payment screen: confirmations, what waits on this phone, and the form. */
export function PaymentsPage({ cancelPath, returnPath, prefill, paid, children }: Props) {
  const payment = usePayment(prefill, returnPath);
  const openKept = ({ shown, message = '' }: OutboxItem) =>
    void payment.showPaid(shown as ReturnType<typeof toSubmission>, message);
  return (
    <div className={styles.page}>
      <h1>Payments</h1>
      {paid && <PaidPanel key={paid.transaction_id} claim={paid} />}
      {children}
      <OutboxPanel
        kind="payment"
        isTyped={isTyped(payment.form.values, prefill)}
        onEdit={payment.editKept}
        onOpen={openKept}
      />
      <p className={styles.lead}>
        Send the money by mobile money first, then tell us its transaction ID here. We clear it once we find it in our
        account.
      </p>
      <PaymentForm payment={payment} cancelPath={cancelPath} />
      <noscript>
        <p className={styles.lead}>This form needs JavaScript. Without it, please pay at our office.</p>
      </noscript>
    </div>
  );
}
