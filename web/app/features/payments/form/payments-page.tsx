import { formatMoney, formatPaidMonth } from '@banbo/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MomoAccounts } from '~/components/payments/momo-accounts.tsx';
import { Confirmation } from '~/components/question/confirmation.tsx';
import { OwnQueue } from '~/components/queue/own-queue.tsx';
import { useSite } from '~/components/site/site-info.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { START_PAGES } from '~/lib/session/start-page.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import { PaymentForm } from './payment-form.tsx';
import { hasInput, type toSubmission } from './payment-values.ts';
import { type PaidClaim, usePayment } from './use-payment.ts';
import { usePaymentTypes } from './use-payment-amount.ts';

/** The printable confirmation of a payment that waits to be cleared. */
function PaidPanel({ claim, backPath }: { claim: PaidClaim; backPath: string }) {
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

type Props = {
  /** Where Cancel goes, and where a payment that was sent goes. */
  cancelPath: string;
  returnPath: string;
  opened: PaymentOpening;
  paid: PaidClaim | null;
  /** A registration's confirmation, which names the accounts. */
  children?: ReactNode;
};

const CLEARED_THEN = 'We clear your payment once we find it in our account.';
/** Replaces the sentence above once the settings are loaded; as long, so nothing moves. */
const PROMPTED = 'Or ask below for a prompt to your phone, with MTN MoMo.';

/** The whole payment screen: confirmations, what waits on this phone, and the form. */
export function PaymentsPage({ cancelPath, returnPath, opened, paid, children }: Props) {
  const payment = usePayment(opened, returnPath);
  const offersPrompts = useSite().offers_prompts;
  const openKept = ({ shown, message = '' }: QueuedSubmission) =>
    void payment.showPaid(shown as ReturnType<typeof toSubmission>, message);
  return (
    <div className="stack form-page">
      <h1>Payments</h1>
      {paid && <PaidPanel key={paid.transaction_id} claim={paid} backPath={cancelPath} />}
      {children}
      <OwnQueue
        kind="payment"
        kept={payment.kept}
        hasInput={hasInput(payment.form.values, opened.prefill)}
        onEdit={payment.editKept}
        onOpen={openKept}
      />
      {children ? (
        <p className="lead">Once you have sent the money, tell us its transaction ID here. {CLEARED_THEN}</p>
      ) : (
        <section className="stack close" aria-label="Send the money first">
          <p className="lead">
            Send the money first, by mobile money to one of these accounts, with your car number as the reference. Then
            tell us its transaction ID here.
          </p>
          <p className="lead">{offersPrompts ? PROMPTED : CLEARED_THEN}</p>
          <MomoAccounts />
        </section>
      )}
      <PaymentForm payment={payment} cancelPath={cancelPath} />
      <noscript>
        <p className="lead">This form needs JavaScript. Without it, please pay at our office.</p>
      </noscript>
    </div>
  );
}
