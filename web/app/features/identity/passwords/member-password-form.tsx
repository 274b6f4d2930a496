import { setMemberPassword } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { FormText } from '~/components/form-text.tsx';
import { call } from '~/lib/api.ts';
import styles from '../sign-in.module.css';
import { isReady, NewPasswordFields } from './new-password-fields.tsx';
import { PasswordIsSet } from './password-is-set.tsx';
import { useForgetSecrets } from './secret-fragment.ts';

const SIGN_IN = '/main_login';

/** The server's answer to a request for a code, and whether the code comes by text message. */
export type Asked = { message: string; texted: boolean };

type Props = { car: string; code: string; asked: Asked | null };

const whereFrom = (asked: Asked | null): string => {
  if (asked === null) return 'From your registration’s confirmation, a text message or our office.';
  return asked.texted ? 'From the text message we sent to your mobile number.' : 'From our office.';
};

/** A member's first or forgotten password, with the code of the registration or of the text message. */
export function MemberPasswordForm({ car, code: given, asked }: Props) {
  const [carNumber, setCarNumber] = useState(car.toUpperCase());
  const [code, setCode] = useState(given);
  const [passwords, setPasswords] = useState({ password: '', confirmed: '' });
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useForgetSecrets(done);
  const ready = isReady(passwords) && carNumber.trim() !== '' && code.trim() !== '';
  const isAsked = asked !== null;
  // Replaces this page, whose entry in the history may hold the code.
  const toSignIn = () => navigate(SIGN_IN, { replace: true });

  // The car number is filled in already.
  useEffect(() => {
    if (isAsked) codeField.current?.focus();
  }, [isAsked]);

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
      {asked?.texted === false && <p className={styles.told}>{asked.message}</p>}
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
        description={whereFrom(asked)}
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
      <p className={styles.note}>
        No code, or one that has expired? Press ‘Forgot password?’ on{' '}
        <Link to={SIGN_IN} replace>
          Member sign-in
        </Link>
        .
      </p>
      <PasswordIsSet opened={done} onOk={toSignIn}>
        Sign in with your car number, your driver code and your new password.
      </PasswordIsSet>
    </form>
  );
}
