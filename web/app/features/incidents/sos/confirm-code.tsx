import { useState } from 'react';
import { postFollow, type SosOutcome } from '~/lib/sos/post-call.ts';
import styles from './sos.module.css';

type Props = {
  secret: string;
  /** True while the server offers a code for the call. */
  mayConfirm: boolean;
  /** Called once the call is known, to ask where it stands. */
  onKnown: () => void;
};

const wordsOf = (outcome: Exclude<SosOutcome, { kind: 'answered' }>): string =>
  outcome.kind === 'refused' ? outcome.message : 'Our server was not reached. Please try again.';

/** Asks for the code that the driver’s own number gets, which makes the call known. */
export function ConfirmCode({ secret, mayConfirm, onKnown }: Props) {
  const [step, setStep] = useState<'offered' | 'sent' | 'known'>('offered');
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (more: { wants_code: true } | { code: string }): Promise<boolean> => {
    setIsBusy(true);
    const outcome = await postFollow(secret, more);
    setIsBusy(false);
    setProblem(outcome.kind === 'answered' ? null : wordsOf(outcome));
    return outcome.kind === 'answered';
  };
  const askForCode = async (): Promise<void> => {
    if (await send({ wants_code: true })) setStep('sent');
  };
  const confirm = async (): Promise<void> => {
    if (!(await send({ code }))) return;
    setStep('known');
    onKnown();
  };

  if (step === 'known') return <p role="status">The office knows now that you are the driver.</p>;
  if (!mayConfirm) return null;
  return (
    <form
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <p className={styles.facts}>
        The office does not know this phone. Confirm by a code that we text to the number in your record.
      </p>
      {problem !== null && (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
      {step === 'sent' && (
        <>
          <label className={styles.field}>
            Code from the text message
            <input
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\d{6}"
              title="Six digits"
              maxLength={6}
              required
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
          <button type="submit" className={`button ${styles.wide}`} disabled={isBusy}>
            Confirm
          </button>
        </>
      )}
      <button type="button" className={`button quiet ${styles.wide}`} disabled={isBusy} onClick={askForCode}>
        {step === 'sent' ? 'Text another code' : 'Text me a code'}
      </button>
    </form>
  );
}
