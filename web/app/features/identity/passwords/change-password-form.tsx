import { changePassword } from '@banbo/contract';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { ErrorLine, type Refused } from '~/components/error-line.tsx';
import { call } from '~/lib/api.ts';
import { replaceToken } from '~/lib/session.ts';
import styles from '../sign-in.module.css';
import { isReady, NewPasswordFields } from './new-password-fields.tsx';

const NOTHING = { password: '', confirmed: '' };

/** Changes the person's own password; the other devices are signed out. */
export function ChangePasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState(NOTHING);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sending, setSending] = useState(false);
  const ready = current !== '' && isReady(next);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || sending) return;
    setSending(true);
    setRefused(null);
    try {
      const answer = await call(changePassword, { body: { password: current, new_password: next.password } });
      replaceToken(answer.accessToken);
      toast.success(answer.message);
      setCurrent('');
      setNext(NOTHING);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The password could not be changed.';
      setRefused({ message, focus: true });
    }
    setSending(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordInput
        label="Current Password"
        size="md"
        required
        autoComplete="current-password"
        maxLength={200}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPasswordFields value={next} onChange={setNext} label="New Password" />
      <div>
        <Button type="submit" disabled={!ready} loading={sending}>
          Change password
        </Button>
      </div>
      <ErrorLine refused={refused} />
    </form>
  );
}
