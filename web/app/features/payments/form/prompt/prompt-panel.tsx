import { formatMoney, formatPaidMonth } from '@banbo/contract';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { Confirmation } from '~/components/question/confirmation.tsx';
import type { usePayment } from '../use-payment.ts';
import { usePaymentTypes } from '../use-payment-amount.ts';
import { type Told, usePrompt } from './follow-prompt.ts';
import styles from './prompt.module.css';
import type { KeptPrompt } from './prompt-offer.tsx';

type Props = { payment: ReturnType<typeof usePayment>; onClose: () => void };

/** The printable end of a prompt that was paid. */
function PaidByPrompt({ kept, told, onDone }: { kept: KeptPrompt; told: Told; onDone: () => void }) {
  const { types } = usePaymentTypes();
  const type = types.find(({ type_code }) => type_code === kept.payment_type);
  return (
    <Confirmation
      title="Your payment was received"
      facts={[
        { name: 'Amount', value: formatMoney(kept.amount), isMain: true },
        { name: 'Payment Type', value: type?.description ?? kept.payment_type },
        ...(kept.payment_month ? [{ name: 'For', value: formatPaidMonth(kept) }] : []),
        { name: 'Driver Code', value: kept.driver_code },
        { name: 'Car Number', value: kept.car_number },
      ]}
      note={told.message}
    >
      <p>
        <button type="button" className="button" onClick={onDone}>
          Pay something else
        </button>
      </p>
    </Confirmation>
  );
}

/** Asks for the phone's number, then waits for the prompt's approval. */
export function PromptPanel({ payment, onClose }: Props) {
  const prompt = usePrompt(payment);
  const { kept, told, isOver, isOffline, isSending } = prompt;
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLElement & HTMLDivElement>(null);
  const isWaiting = kept !== null && !isOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element is gone
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [isWaiting]);

  const close = () => {
    prompt.forget();
    onClose();
  };
  if (kept && told?.state === 'paid') {
    return (
      <div ref={place}>
        <PaidByPrompt kept={kept} told={told} onDone={close} />
      </div>
    );
  }

  // Enter would send the outer form, which needs a transaction ID.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void prompt.send();
  };
  const hasFailed = told?.state === 'failed' || told?.state === 'unknown';
  const title = isWaiting ? 'Look at your phone' : 'A prompt to your phone';
  return (
    <section ref={place} className={`card stack close start ${styles.panel}`} aria-label="Pay by a prompt">
      <h2 ref={heading} tabIndex={-1} className="large">
        {title}
      </h2>
      <div role="status" className={`${hasFailed ? 'notice bad' : ''} ${styles.told}`} data-state={told?.state}>
        {isWaiting && <span className={styles.turning} aria-hidden="true" />}
        <p>
          {told?.message ?? (isWaiting ? 'Checking your prompt…' : '')}
          {isWaiting && isOffline && ' Our server does not answer at the moment. We keep trying.'}
        </p>
      </div>
      {isWaiting ? (
        <>
          <p className="muted">
            {told?.state === 'late'
              ? 'You may send another one, or stop waiting and pay otherwise.'
              : 'The phone shows our name and the amount. No prompt? Dial *170#, and look under My Wallet for approvals.'}
          </p>
          <div className="row">
            {told?.state === 'late' && (
              <button type="button" className="button" onClick={prompt.forget}>
                Try again
              </button>
            )}
            <button type="button" className="button quiet" onClick={close}>
              Stop waiting
            </button>
          </div>
        </>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the field within
        <div className={`stack close ${styles.ask}`} onKeyDown={onKeyDown}>
          <FormPhone
            {...prompt.field}
            label="MoMo number"
            required
            hint="An MTN MoMo number. The prompt comes to this phone"
          />
          <div className="row">
            <button
              type="button"
              className="button"
              disabled={isSending}
              aria-busy={isSending}
              onClick={() => void prompt.send()}
            >
              {isSending ? 'Sending…' : isOver ? 'Send it again' : 'Send the prompt'}
            </button>
            <button type="button" className="button quiet" onClick={close}>
              Not now
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
