import type { AnswerOf, CodeNeeded, loginWithCode } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FormLine } from '~/components/form/form-line.tsx';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { secondFactorPath } from '~/lib/session/safe-path.ts';
import { startSession } from '~/lib/session/session.ts';
import styles from '../sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Focuses a form's first field once it takes input, unless the focus is elsewhere. */
export const useFirstFocus = (name: string, isReady: boolean): void => {
  useEffect(() => {
    if (isReady && document.activeElement === document.body) document.getElementById(fieldId(name))?.focus();
  }, [name, isReady]);
};

export type StaffAnswer = AnswerOf<typeof loginWithCode>;

/** Starts a staff session on the target, or first where a second factor is set up. */
export const useEnterOffice = (target: string) => {
  const navigate = useNavigate();
  return async (answer: StaffAnswer, trusted: boolean): Promise<void> => {
    startSession('staff', answer, trusted);
    await navigate(answer.needs_second_factor ? secondFactorPath(target) : target, { replace: true });
  };
};

const LOGIN: Address<typeof loginWithCode> = {
  method: 'POST',
  url: '/auth/login/code',
  access: 'public',
  cookie: true,
};

const KINDS = {
  app: {
    label: 'Code',
    hint: 'Six digits, from the authenticator app on your phone.',
    other: 'My phone is not at hand',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'Recovery Code',
    hint: 'One of the ten that you kept when you set up your second factor. Each is good once.',
    other: 'Use the app on my phone',
    inputMode: 'text',
  },
} as const;

type Props = {
  needed: CodeNeeded;
  trusted: boolean;
  onSignedIn: (answer: StaffAnswer) => Promise<void>;
  /** The challenge is over: asks for the password again, with the reason. */
  onOver: (reason: string) => void;
};

/** Asks for the code of the second factor. */
export function CodeForm({ needed, trusted, onSignedIn, onOver }: Props) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const { label, hint, other, inputMode } = KINDS[kind];
  const form = useForm({
    initial: { code: '' },
    onRefused: ({ message }, error) => {
      const code = error instanceof ApiError ? error.body?.code : undefined;
      if (code === 'session_ended' || code === 'account_blocked') return onOver(message);
      form.setFieldValue('code', '');
      form.say(message);
    },
  });
  useFirstFocus('code', true);
  const submit = form.submit(async ({ code }) => {
    if (!code.trim()) return form.say(`Please enter the ${label.toLowerCase()}.`);
    const body = { challenge: needed.challenge, code: code.trim(), persist: trusted };
    await onSignedIn(await call<typeof loginWithCode>(LOGIN, { body }));
  });
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    form.setFieldValue('code', '');
    form.focus('code');
  };
  const ways = (
    <div className={`row ${styles.links}`}>
      <button type="button" className={styles.link} onClick={change}>
        {other}
      </button>
      <button type="button" className={styles.link} onClick={() => onOver('')}>
        Sign in as somebody else
      </button>
    </div>
  );
  return (
    <SignInForm form={form} onSubmit={submit} note={ways}>
      <FormLine
        {...form.field('code')}
        label={label}
        hint={hint}
        required
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={inputMode}
        spellCheck={false}
      />
    </SignInForm>
  );
}
