import { PAYMENTS_OPEN_SOON } from '@banbo/contract';
import type { ReactNode } from 'react';
import { MomoAccounts } from '~/components/payments/momo-accounts.tsx';
import { OwnQueue } from '~/components/queue/own-queue.tsx';
import { useSite } from '~/components/site/site-info.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { START_PAGES } from '~/lib/session/start-page.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import { PaidPanel } from './paid-panel.tsx';
import { PaymentForm } from './payment-form.tsx';
import { hasInput, type toSubmission } from './payment-values.ts';
import styles from './payments-page.module.css';
import { type PaidClaim, usePayment } from './use-payment.ts';

type Props = {
  /** Where Cancel goes, and where a payment that was sent goes. */
  cancelPath: string;
  returnPath: string;
  opened: PaymentOpening;
  paid: PaidClaim | null;
  /** The way to set the password of a registration on this page, with its code. */
  setup?: { path: string; code: string } | null;
  /** A registration's confirmation, which names the accounts. */
  children?: ReactNode;
};

const CLEARED_THEN = 'We clear your payment once we find it in our account.';
/** Replaces the sentence above once the settings are loaded. */
const PROMPTED = 'Or ask below for a prompt to your phone, with MTN MoMo.';

/** How to pay. It keeps the room of both its texts, so that the form below never moves. */
function SendFirst({ offersPrompts }: { offersPrompts: boolean }) {
  const said = offersPrompts ? PROMPTED : CLEARED_THEN;
  return (
    <p className={`lead ${styles.texts}`}>
      {[CLEARED_THEN, PROMPTED].map((then) => (
        <span key={then} aria-hidden={then !== said || undefined}>
          Send the money first by mobile money, with your car number as the reference. Then tell us its transaction ID
          here. {then}
        </span>
      ))}
    </p>
  );
}

/** The payment screen: the confirmation of a payment, or of a registration above the form. */
export function PaymentsPage({ cancelPath, returnPath, opened, paid, setup = null, children }: Props) {
  const payment = usePayment(opened, returnPath);
  const { offers_prompts: offersPrompts, opens_soon } = useSite();
  const openKept = ({ shown, message = '' }: QueuedSubmission) =>
    void payment.showPaid(shown as ReturnType<typeof toSubmission>, message);
  const isFilled = hasInput(payment.form.values, opened.prefill);
  const queue = (
    <OwnQueue kind="payment" kept={payment.kept} hasInput={isFilled} onEdit={payment.editKept} onOpen={openKept} />
  );
  // A payment that is brought back from this phone to be corrected needs its form.
  if (paid && !isFilled)
    return (
      <div className="stack form-page">
        <h1>Payments</h1>
        <PaidPanel
          key={paid.transaction_id}
          claim={paid}
          isMember={cancelPath === START_PAGES.member.to}
          setup={setup}
          onAnother={payment.dropPaid}
        />
        {queue}
      </div>
    );
  return (
    <div className="stack form-page">
      <h1>Payments</h1>
      {children}
      {queue}
      {opens_soon ? (
        <p className="notice">{PAYMENTS_OPEN_SOON}</p>
      ) : (
        <>
          {children ? (
            <p className="lead">Once you have sent the money, tell us its transaction ID here. {CLEARED_THEN}</p>
          ) : (
            <section className="stack close" aria-label="Send the money first">
              <SendFirst offersPrompts={offersPrompts === true} />
              <details className={styles.accounts}>
                <summary>Our mobile money accounts</summary>
                <MomoAccounts />
              </details>
            </section>
          )}
          <PaymentForm payment={payment} cancelPath={cancelPath} />
        </>
      )}
      <noscript>
        <p className="lead">This form needs JavaScript. Without it, please pay at our office.</p>
      </noscript>
    </div>
  );
}
