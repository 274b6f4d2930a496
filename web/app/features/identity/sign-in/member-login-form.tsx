import { forgotMemberPassword, MISSING_MEMBER_CAR, memberLogin } from '@banbo/contract';
import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { fieldId } from '~/components/form-field.ts';
import { FormFieldset } from '~/components/form-fieldset.tsx';
import { FormText } from '~/components/form-text.tsx';
import { call } from '~/lib/api.ts';
import { startSession } from '~/lib/session.ts';
import { trustsDevice } from '~/lib/session-memory.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from '../sign-in.module.css';

const MISSING = 'Please enter your car number, driver code and password.';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Login Failed');

/**
 * The members' sign-in with car number, driver code and password. `target` is the page first asked for, or their own.
 */
export function MemberLoginForm({ target }: { target: string }) {
  const [carNumber, setCarNumber] = useState('');
  const [driverCode, setDriverCode] = useState('');
  const [password, setPassword] = useState('');
  const [chosen, setRemembered] = useState<boolean>();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const isHydrated = useHydrated();
  const remembered = chosen ?? (isHydrated && trustsDevice());
  const navigate = useNavigate();
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setRefused(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const credentials = { car_number: carNumber.trim(), driver_code: driverCode.trim() };
    if (!credentials.car_number || !credentials.driver_code || !password) {
      setRefused({ message: MISSING, focus: true });
      return;
    }
    setSending(true);
    try {
      startSession(
        'member',
        await call(memberLogin, { body: { ...credentials, password, persist: remembered } }),
        remembered,
      );
      await navigate(target, { replace: true });
    } catch (error) {
      setPassword('');
      setRefused({ message: messageOf(error), focus: true });
    }
    setSending(false);
  };

  const forgot = async () => {
    const car_number = carNumber.trim();
    if (!car_number) {
      setRefused({ message: MISSING_MEMBER_CAR, focus: false });
      document.getElementById(fieldId('car_number'))?.focus();
      return;
    }
    try {
      const { message, texted } = await call(forgotMemberPassword, { body: { car_number } });
      if (texted) toast.success(message, { duration: 10_000 });
      const asked = { message, texted };
      await navigate(`/member_password?car=${encodeURIComponent(car_number)}`, { state: { asked } });
    } catch (error) {
      setRefused({ message: messageOf(error), focus: true });
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <noscript>
        <p className={styles.note}>This form needs JavaScript.</p>
      </noscript>
      <FormFieldset isReady={isHydrated}>
        <FormText
          name="car_number"
          label="Car Number"
          maxLength={20}
          placeholder="GR 1234-20"
          value={carNumber}
          onChange={typing(setCarNumber)}
        />
        <FormText
          name="driver_code"
          label="Driver Code"
          maxLength={20}
          placeholder="DRV0000012"
          autoComplete="username"
          value={driverCode}
          onChange={typing(setDriverCode)}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="current-password"
          maxLength={200}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          value={password}
          onChange={(event) => typing(setPassword)(event.currentTarget.value)}
        />
        <div className={styles.row}>
          <Checkbox
            label="Remember me"
            checked={remembered}
            onChange={(event) => setRemembered(event.currentTarget.checked)}
          />
          <button type="button" className={styles.link} onClick={forgot}>
            Forgot password?
          </button>
        </div>
        <Button type="submit" size="md" loading={sending}>
          Login
        </Button>
      </FormFieldset>
      <ErrorLine refused={refused} />
      <p className={styles.note}>
        First time here? <Link to="/member_password">Set your password</Link> with the code you got when you registered.
      </p>
    </form>
  );
}
