import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { FormPhone } from '~/components/form/form-phone.tsx';
import { Confirmation } from '~/components/question/confirmation.tsx';
import type { FollowedPrompt, Told } from './follow-prompt.ts';
import styles from './prompt.module.css';

type Props = {
  prompt: FollowedPrompt;
  isSending: boolean;
  send: () => void;
  onClose: () => void;
  /** The end of a prompt that was paid, with the way on. */
  paid: (told: Told, onDone: () => void) => ReactNode;
};

type PaidProps = Pick<ComponentProps<typeof Confirmation>, 'facts'> & { told: Told; onDone: () => void };

/** The printable end of a prompt that was paid. */
export function PaidByPrompt({ facts, told, onDone }: PaidProps) {
  return (
    <Confirmation title="Your payment was received" facts={facts} note={told.message}>
      <p>
        <button type="button" className="button" onClick={onDone}>
          Pay something else
        </button>
      </p>
    </Confirmation>
  );
}

/** Asks for the phone's number, then waits for the prompt's approval. */
export function PromptPanel({ prompt, isSending, send, onClose, paid }: Props) {
  const { kept, told, isOver, isOffline } = prompt;
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
    return <div ref={place}>{paid(told, close)}</div>;
  }

  // Enter would send the outer form, which needs a transaction ID.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    send();
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
            <button type="button" className="button" disabled={isSending} aria-busy={isSending} onClick={() => send()}>
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
