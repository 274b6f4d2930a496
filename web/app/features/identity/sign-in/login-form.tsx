import { type CodeNeeded, formatPhone, type login } from '@banbo/contract';
import { type FocusEvent, type FormEvent, useState } from 'react';
import { FormCheck } from '~/components/form/form-inputs.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from '../sign-in.module.css';
import { CodeForm, type StaffAnswer, useEnterOffice, useFirstFocus } from './code-form.tsx';
import { SignInForm, UsernameField, useTrustedDevice } from './sign-in-form.tsx';
import { endsAttempts, loginError, useUsernameCheck } from './use-username-check.ts';

/**
 * Names whom to ask about a forgotten password. Staff get no link by text or mail, which could be
 * faked; the words are the same for every username.
 */
function Forgotten() {
  const { company_name, mobile_numbers, email } = useSite();
  const [phone] = mobile_numbers;
  return (
    <details className={styles.forgotten}>
      <summary>Forgot your password?</summary>
      <p>
        Ask an administrator whose role is above yours, a SuperAdmin or SystemAdmin of {company_name}. They open your
        record under System Users and give you a new link, with which you set a new password. They also help when your
        phone with the codes is lost.
      </p>
      <p>
        {(phone || email) && 'You reach the office at '}
        {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        {phone && email && ' or '}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {(phone || email) && '. '}
        They know you, so ask in person or call: nobody sends you a link that you did not ask for.
      </p>
      <p>
        The only SuperAdmin asks the person who runs the server for <code>npm run unlock -- USERNAME</code>, which
        prints a link.
      </p>
    </details>
  );
}

const LOGIN: Address<typeof login> = { method: 'POST', url: '/auth/login', access: 'public', cookie: true };

/** The staff's sign-in. `target` is the page first asked for, or the dashboard. */
export function LoginForm({ target }: { target: string }) {
  const enter = useEnterOffice(target);
  const [needed, setNeeded] = useState<CodeNeeded | null>(null);
  const isReady = useHydrated();
  const [trusted, setTrusted] = useTrustedDevice();
  const form = useForm({
    initial: { username: '', password: '' },
    onRefused: ({ message: told }, error) => {
      const message = loginError(error);
      if (endsAttempts(error)) form.setFieldValue('username', '');
      form.setFieldValue('password', '');
      form.say(message);
      if (error instanceof ApiError && told !== message) toast.error(told);
      forget();
    },
  });
  const { check, forget } = useUsernameCheck({
    refuse: form.say,
    refocus: () => form.focus('username'),
    clear: () => form.setFieldValue('username', ''),
  });
  useFirstFocus('username', isReady);

  const signIn = form.submit(async ({ username, password }) => {
    if (!(await check(username, 'submit'))) return;
    const answer = await call<typeof login>(LOGIN, { body: { username: username.trim(), password, persist: trusted } });
    if (answer.status === 'code_needed') setNeeded(answer);
    else await enter(answer, trusted);
  });
  const startAnew = (reason: string) => {
    setNeeded(null);
    form.reset();
    forget();
    if (reason) form.say(reason);
  };
  const submit = (event: FormEvent) => {
    const { username, password } = form.getValues();
    if (username.trim() && password) return signIn(event);
    event.preventDefault();
    if (username.trim() || password) form.say('Missing Username or Password');
  };
  const leaveUsername = (event: FocusEvent) => {
    // Going to another window does not leave the field, nor does opening the help.
    if (document.activeElement === event.currentTarget || event.relatedTarget?.closest('summary')) return;
    void check(form.getValues().username, 'leave');
  };

  if (needed) {
    const onSignedIn = (answer: StaffAnswer) => enter(answer, trusted);
    return <CodeForm needed={needed} trusted={trusted} onSignedIn={onSignedIn} onOver={startAnew} />;
  }
  return (
    <SignInForm form={form} onSubmit={submit} target={target}>
      <UsernameField {...form.field('username')} onBlur={leaveUsername} />
      <FormPassword {...form.field('password')} label="Password" autoComplete="current-password" />
      <FormCheck name="trusted" label="Trust This Device" checked={trusted} onChange={setTrusted} />
      {/* Above the error line, which would move it from under the pointer. */}
      <Forgotten />
    </SignInForm>
  );
}
