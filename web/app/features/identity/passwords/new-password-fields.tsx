import { isValidPassword } from '@banbo/contract';
import { PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import styles from '../sign-in.module.css';
import { PasswordRules } from './password-rules.tsx';

const PASSWORD_HINT =
  '8 to 24 characters. Must include uppercase and lowercase letters, a number and a special character. Allowed special characters: ! @ # $ %';
const MATCH_HINT = 'Must match the first password input field.';
const INVALID = 'Invalid Entry';
const MISMATCH = 'Passwords do not match. Try again !';

export type NewPassword = { password: string; confirmed: string };

/** True when both checks of a new password pass. */
export const isReady = ({ password, confirmed }: NewPassword): boolean =>
  isValidPassword(password) && confirmed === password;

type Props = { value: NewPassword; onChange: (value: NewPassword) => void; label?: string };

/**
 * The password and its repetition, with their hints, ticks and messages. Errors appear on leaving a field, not while
 * typing.
 */
export function NewPasswordFields({ value, onChange, label = 'Password' }: Props) {
  const [left, setLeft] = useState({ password: false, confirmed: false });
  const rules = useId();
  const { password, confirmed } = value;
  const invalid = left.password && password !== '' && !isValidPassword(password);
  const mismatch = left.confirmed && confirmed !== '' && confirmed !== password;
  const toggle = { visibilityToggleFocusable: true, autoComplete: 'new-password', maxLength: 200, size: 'md' } as const;
  const field = styles.field ?? '';
  return (
    <>
      <PasswordInput
        {...toggle}
        className={field}
        label={label}
        description={PASSWORD_HINT}
        required
        error={invalid && INVALID}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        value={password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        onBlur={() => setLeft({ ...left, password: true })}
      />
      <PasswordRules id={rules} password={password} />
      <PasswordInput
        {...toggle}
        className={field}
        label="Confirm Password"
        description={MATCH_HINT}
        required
        error={mismatch && MISMATCH}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmed password' }}
        value={confirmed}
        onChange={(event) => onChange({ ...value, confirmed: event.currentTarget.value })}
        onBlur={() => setLeft({ ...left, confirmed: true })}
      />
    </>
  );
}
