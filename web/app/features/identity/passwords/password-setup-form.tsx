import { setAdminPassword } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { call } from '~/lib/api.ts';
import styles from '../sign-in.module.css';
import { isReady, NewPasswordFields } from './new-password-fields.tsx';
import { PasswordIsSet } from './password-is-set.tsx';
import { useForgetSecrets } from './secret-fragment.ts';
import type { SetupUser } from './setup-query.ts';

const SIGN_IN = '/login';

/** Sets a staff user's first password. `code` is the invitation's; the form asks for an empty one. */
export function PasswordSetupForm({ user, code }: { user: SetupUser; code: string }) {
  const [passwords, setPasswords] = useState({ password: '', confirmed: '' });
  const [typedCode, setTypedCode] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  useForgetSecrets(done);
  const setupCode = code || typedCode.trim();
  const ready = isReady(passwords) && setupCode !== '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || sending) return;
    setSending(true);
    setRefused(null);
    try {
      const { password } = passwords;
      await call(setAdminPassword, { body: { email: user.login, password, setup_code: setupCode } });
      setDone(true);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The password could not be set.';
      setRefused({ message, focus: true });
    }
    setSending(false);
  };

  // Replaces this page, whose entry in the history may hold the code.
  const toSignIn = () => navigate(SIGN_IN, { replace: true });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <TextInput label="Name" size="md" value={user.fullname} readOnly autoComplete="off" />
      {/* Password managers keep the new password under this name. */}
      <input type="text" hidden readOnly autoComplete="username" value={user.login} />
      {!code && (
        <TextInput
          label="Setup Code"
          size="md"
          description="It came with your invitation. Whoever created your account can give you a new one."
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={typedCode}
          onChange={(event) => setTypedCode(event.currentTarget.value)}
        />
      )}
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
        Sign in with your username and your new password.
      </PasswordIsSet>
    </form>
  );
}
