import { tenantLogin } from '@banbo/contract';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { call } from '~/lib/api.ts';
import { startSession } from '~/lib/session.ts';
import { trustsDevice } from '~/lib/session-memory.ts';
import styles from '../sign-in.module.css';

/** The tenants' sign-in. `target` is the page first asked for, or their own. */
export function TenantLoginForm({ target }: { target: string }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [trusted, setTrusted] = useState(trustsDevice);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const navigate = useNavigate();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!username.trim() || !password) {
      setRefused({ message: 'Missing Username or Password', focus: true });
      return;
    }
    setSending(true);
    try {
      const body = { username: username.trim(), password, persist: trusted };
      startSession('tenant', await call(tenantLogin, { body }), trusted);
      await navigate(target, { replace: true });
    } catch (error) {
      setPassword('');
      setRefused({ message: error instanceof Error ? error.message : 'Login Failed', focus: true });
    }
    setSending(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <TextInput
        label="Username"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={username}
        onChange={(event) => {
          setUsername(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <PasswordInput
        label="Password"
        size="md"
        autoComplete="current-password"
        maxLength={200}
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
      <Button type="submit" size="md" loading={sending}>
        Login
      </Button>
      <ErrorLine refused={refused} />
    </form>
  );
}
