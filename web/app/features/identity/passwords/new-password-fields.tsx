import { isValidPassword, PASSWORD_RULES } from '@banbo/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type FieldProps, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { Icon } from '~/components/icon.tsx';
import styles from '../sign-in.module.css';

type RulesProps = { id: string; password: string; isLeft: boolean };

/** The rules of a new password, ticked off as it is typed; crosses come once the field is left. */
function PasswordRules({ id, password, isLeft }: RulesProps) {
  return (
    <ul className={`stack muted small ${styles.rules}`} id={id}>
      {PASSWORD_RULES.map((rule) => {
        const met = rule.test(password);
        const isMissed = !met && isLeft;
        return (
          <li key={rule.label} className={styles.rule} data-met={met || undefined}>
            {met || isMissed ? (
              <Icon name={met ? 'tick' : 'cross'} label={met ? 'Met:' : 'Not met:'} />
            ) : (
              <span className={styles.open}>
                <span className="visually-hidden">Not yet:</span>
              </span>
            )}
            {rule.label}
          </li>
        );
      })}
    </ul>
  );
}

const PASSWORD_HINT =
  '8 to 24 characters. Must include uppercase and lowercase letters, a number and a special character. Allowed special characters: !\u00a0@\u00a0#\u00a0$\u00a0%';
const MATCH_HINT = 'Must match the first password input field.';
const INVALID = 'Invalid Entry';
const MISMATCH = 'Passwords do not match. Try again !';

export const NO_PASSWORD = { password: '', confirmed: '' };
export type PasswordValues = typeof NO_PASSWORD;

/** True if a new password is valid and repeated. */
export const isReady = ({ password, confirmed }: PasswordValues): boolean =>
  isValidPassword(password) && confirmed === password;

type Field = { name: string; value: string; onChange: (text: string) => void };
type Props = { form: { values: PasswordValues; field: (name: keyof PasswordValues) => Field }; label?: string };

/** A new password and its repetition. Complains once a field is left, not while typing. */
export function NewPasswordFields({ form, label = 'Password' }: Props) {
  const [left, setLeft] = useState({ password: false, confirmed: false });
  const rules = useId();
  const { password, confirmed } = form.values;
  const isInvalid = left.password && password !== '' && !isValidPassword(password);
  const isMismatch = left.confirmed && confirmed !== '' && confirmed !== password;
  return (
    <>
      <FormPassword
        {...form.field('password')}
        label={label}
        hint={PASSWORD_HINT}
        required
        autoComplete="new-password"
        error={isInvalid && INVALID}
        keepsRoom
        onBlur={() => setLeft({ ...left, password: true })}
      />
      <PasswordRules id={rules} password={password} isLeft={left.password && password !== ''} />
      <FormPassword
        {...form.field('confirmed')}
        label="Confirm Password"
        hint={MATCH_HINT}
        required
        autoComplete="new-password"
        error={isMismatch && MISMATCH}
        keepsRoom
        toggleLabel="Show or hide the confirmed password"
        onBlur={() => setLeft({ ...left, confirmed: true })}
      />
    </>
  );
}

/** The code with which a password is set, of a member or a tenant. */
export const PasswordCodeField = (field: FieldProps) => (
  <FormLine
    {...field}
    required
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={100}
  />
);

type PasswordButtonsProps = { isBusy: boolean; disabled: boolean; onCancel: () => void };

/** The buttons of a form that sets a password. */
export function PasswordButtons({ isBusy, disabled, onCancel }: PasswordButtonsProps) {
  return (
    <div className={`row ${styles.buttons}`}>
      <FormSubmit isBusy={isBusy} disabled={disabled}>
        Submit
      </FormSubmit>
      <button type="button" className="button quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

/** Confirms that a password was set; Ok and Escape lead to the sign-in page. */
export function PasswordIsSet({ opened, onOk, children }: { opened: boolean; onOk: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (opened) dialog.current?.showModal();
  }, [opened]);
  return (
    <dialog ref={dialog} className={`card ${styles.dialog}`} aria-labelledby={title} onClose={onOk}>
      <h2 id={title}>Your password is set</h2>
      <p>{children}</p>
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        Ok
      </button>
    </dialog>
  );
}
