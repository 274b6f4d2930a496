import { login } from '@banbo/contract';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { ApiError, call } from '~/lib/api.ts';
import { startSession } from '~/lib/session.ts';
import { trustsDevice } from '~/lib/session-memory.ts';
import styles from '../sign-in.module.css';
import { Forgotten } from './forgotten.tsx';
import { endsAttempts, loginError } from './sign-in-errors.ts';
import { useUsernameCheck } from './use-username-check.ts';

/** The staff's sign-in. `target` is the page first asked for, or the dashboard. */
export function LoginForm({ target }: { target: string }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [trusted, setTrusted] = useState(trustsDevice);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { check, forget } = useUsernameCheck({
    refuse: setRefused,
    refocus: () => usernameField.current?.focus(),
    clear: () => setUsername(''),
  });

  const signIn = async () => {
    try {
      const answer = await call(login, { body: { username: username.trim(), password, persist: trusted } });
      startSession('staff', answer, trusted);
      await navigate(target, { replace: true });
    } catch (error) {
      const message = loginError(error);
      setRefused({ message, focus: true });
      if (error instanceof ApiError && error.message !== message) toast.error(error.message);
      if (endsAttempts(error)) setUsername('');
      setPassword('');
      forget();
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || (!username.trim() && !password)) return;
    if (!username.trim() || !password) {
      setRefused({ message: 'Missing Username or Password', focus: true });
      return;
    }
    setSending(true);
    if (await check(username)) await signIn();
    setSending(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <TextInput
        ref={usernameField}
        label="Username"
        size="md"
        maxLength={200}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={username}
        onChange={(event) => {
          setUsername(event.currentTarget.value);
          setRefused(null);
        }}
        onBlur={(event) => {
          // Switching to another window is not leaving the field, and opening the help must not report an empty one.
          if (document.activeElement === event.currentTarget || event.relatedTarget?.closest('summary')) return;
          check(username);
        }}
      />
      <PasswordInput
        label="Password"
        size="md"
        maxLength={200}
        autoComplete="current-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <Checkbox
        label="Trust This Device"
        checked={trusted}
        onChange={(event) => setTrusted(event.currentTarget.checked)}
      />
      {/* Above the error line, which appears as the username is left and would move it from under the pointer. */}
      <Forgotten />
      <Button type="submit" size="md" loading={sending}>
        Login
      </Button>
      <ErrorLine refused={refused} />
    </form>
  );
}
