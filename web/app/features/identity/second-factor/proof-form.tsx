import type { ReactNode } from 'react';
import { ErrorLine } from '~/components/error-line.tsx';
import { FormLine } from '~/components/form-line.tsx';
import { FormPassword } from '~/components/form-password.tsx';
import { FormSubmit } from '~/components/form-submit.tsx';
import { useForm } from '~/lib/form/use-form.ts';
import styles from '../sign-in.module.css';

type Proof = { password: string; code: string };

type Props = {
  /** True for somebody who has a second factor already. */
  asksCode: boolean;
  action: string;
  send: (proof: Proof) => Promise<void>;
  onCancel?: () => void;
  children?: ReactNode;
};

/** Asks people who are signed in to prove once more who they are: by their password, and by a code where they have an app. */
export function ProofForm({ asksCode, action, send, onCancel, children }: Props) {
  const form = useForm<Proof>({
    initial: { password: '', code: '' },
    onRefused: ({ message, fields }) => {
      if (Object.keys(fields).length > 0) form.showErrors(fields);
      else form.say(message);
    },
  });
  const { password, code } = form.values;
  const isFilled = password !== '' && (!asksCode || code.trim() !== '');
  return (
    <form className={styles.form} onSubmit={form.submit(send)} noValidate>
      {children}
      <FormPassword
        {...form.field('password')}
        label="Your Password"
        required
        autoComplete="current-password"
        toggleLabel="Show or hide your password"
      />
      {asksCode && (
        <FormLine
          {...form.field('code')}
          label="Code"
          hint="From the app that you use now, or a recovery code."
          required
          maxLength={40}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      <div className={styles.buttons}>
        <FormSubmit isBusy={form.isBusy} disabled={!isFilled}>
          {action}
        </FormSubmit>
        {onCancel && (
          <button type="button" className="button quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <ErrorLine refused={form.line} />
    </form>
  );
}
