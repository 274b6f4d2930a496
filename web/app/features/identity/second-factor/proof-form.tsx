import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FormSubmit } from '~/components/form/form-frame.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { ApiError } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from '../sign-in.module.css';
import secondFactorStyles from './second-factor.module.css';

type Proof = { password: string; code: string };

type Props = {
  /** True for a person with a second factor. */
  asksCode: boolean;
  action: string;
  send: (proof: Proof) => Promise<void>;
  onCancel: () => void;
  /** The label of the button that leaves. */
  cancel?: string;
  children?: ReactNode;
};

/** Asks a signed-in person for the password again, and for a code if they have an app. */
export function ProofForm({ asksCode, action, send, onCancel, cancel = 'Cancel', children }: Props) {
  // Own field names: the page has other password fields.
  const form = useForm({
    initial: { own_password: '', own_code: '' },
    onRefused: ({ message }, error) => {
      const { password, code } = error instanceof ApiError ? error.fields : {};
      if (!password && !code) form.say(message);
      else form.showErrors({ ...(password && { own_password: password }), ...(code && { own_code: code }) });
    },
  });
  const { own_password: password, own_code: code } = form.values;
  const isFilled = password !== '' && (!asksCode || code.trim() !== '');
  const submit = form.submit(() => send({ password, code: code.trim() }));
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {children}
      <FormPassword
        {...form.field('own_password')}
        label="Your Password"
        required
        autoComplete="current-password"
        toggleLabel="Show or hide your password"
      />
      {asksCode && (
        <FormLine
          {...form.field('own_code')}
          label="Code"
          hint="From the app that you use now, or a recovery code."
          required
          maxLength={40}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      <div className={`row ${styles.buttons}`}>
        <FormSubmit isBusy={form.isBusy} disabled={!isFilled}>
          {action}
        </FormSubmit>
        <button type="button" className="button quiet" onClick={onCancel}>
          {cancel}
        </button>
      </div>
      <ErrorLine refused={form.line} />
    </form>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const title = useId();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="stack" aria-labelledby={title}>
      <h2 id={title} ref={head} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p>
        If your phone is lost or broken, one of these lets you in instead of its code. Each works once. Write them down
        or print them now: they are shown only here.
      </p>
      <ol className={`card ${secondFactorStyles.codeList}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <CopyButton text={codes.join('\n')} of="the recovery codes" className="button quiet" />
        <button type="button" className="button quiet" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="button" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
