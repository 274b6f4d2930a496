import { setMemberPassword } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { FormText } from '~/components/form-text.tsx';
import { call } from '~/lib/api.ts';
import { isReady, NewPasswordFields } from './new-password-fields.tsx';
import { PasswordIsSet } from './password-is-set.tsx';
import styles from './sign-in.module.css';

const SIGN_IN = '/main_login';

type Props = {
  car: string;
  /** The code was asked for just now, so it comes by text message alone. */
  isTexted: boolean;
};

/** A member's first or forgotten password, with the code of the registration or of the text message. */
export function MemberPasswordForm({ car, isTexted }: Props) {
  const [carNumber, setCarNumber] = useState(car.toUpperCase());
  const [code, setCode] = useState('');
  const [passwords, setPasswords] = useState({ password: '', confirmed: '' });
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const ready = isReady(passwords) && carNumber.trim() !== '' && code.trim() !== '';
  const toSignIn = () => navigate(SIGN_IN);

  // The car number is filled in already.
  useEffect(() => {
    if (isTexted) codeField.current?.focus();
  }, [isTexted]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || sending) return;
    setSending(true);
    setRefused(null);
    try {
      const { password } = passwords;
      await call(setMemberPassword, { body: { car_number: carNumber, setup_code: code.trim(), password } });
      setDone(true);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The password could not be set.';
      setRefused({ message, focus: true });
    }
    setSending(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <FormText
        name="car_number"
        label="Car Number"
        required
        maxLength={20}
        autoComplete="username"
        value={carNumber}
        onChange={setCarNumber}
      />
      <TextInput
        ref={codeField}
        label="Code"
        description={
          isTexted
            ? 'From the text message we sent to your mobile number.'
            : 'You got it when you registered, and by text message.'
        }
        size="md"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NewPasswordFields
        value={passwords}
        onChange={(value) => {
          setPasswords(value);
          setRefused(null);
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" disabled={!ready} loading={sending}>
          Submit
        </Button>
        <Button variant="default" onClick={toSignIn}>
          Cancel
        </Button>
      </div>
      <ErrorLine refused={refused} />
      <PasswordIsSet opened={done} onOk={toSignIn}>
        Sign in with your car number, your driver code and your new password.
      </PasswordIsSet>
    </form>
  );
}
