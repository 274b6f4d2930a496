import type { askForSignIn } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormText } from '~/components/form/form-inputs.tsx';
import { FormPhone, wholeNumber } from '~/components/form/form-phone.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

const ASK: Address<typeof askForSignIn> = { method: 'POST', url: '/activation_requests', access: 'public' };

const EMPTY = { tenant_code: '', indenture_number: '', name: '', mobile_number: '' };

/** The messages of missing fields; {} when the form can be sent. The server checks again. */
export const missingForSignIn = (asked: typeof EMPTY): Record<string, string> => ({
  ...(`${asked.tenant_code}${asked.indenture_number}`.trim() === '' && {
    tenant_code: 'Please enter your tenant code, or the number of your indenture.',
  }),
  ...(asked.name.trim() === '' && { name: 'Please enter the name.' }),
  ...(asked.mobile_number.trim() === '' && { mobile_number: 'Please enter your mobile number.' }),
});

/** The one answer, which takes the form's place and the focus. */
function Asked({ message }: { message: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <div className="stack" role="status">
      <p ref={line} tabIndex={-1}>
        {message}
      </p>
      <p>
        <Link to="/tenant_login">Back to Tenant Login</Link>
      </p>
    </div>
  );
}

/** Asks the office for a tenant's sign-in. The answer does not tell who is a tenant. */
export function AskForSignIn() {
  const isReady = useHydrated();
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    initial: EMPTY,
    check: missingForSignIn,
    onRefused: ({ message, fields }) => {
      if (Object.keys(fields).length > 0) form.showErrors(fields);
      else form.say(message);
    },
  });
  const submit = form.submit(async ({ mobile_number, ...asked }) => {
    const body = { ...asked, mobile_number: wholeNumber(mobile_number) };
    const { message } = await call<typeof askForSignIn>(ASK, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    setAnswer(message);
  });
  if (answer !== null) return <Asked message={answer} />;
  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <FormFieldset isReady={isReady}>
        <FormText
          {...form.field('tenant_code')}
          label="Tenant code"
          required={false}
          hint="Like TNT-004417-V"
          maxLength={20}
        />
        <FormText
          {...form.field('indenture_number')}
          label="Indenture number"
          required={false}
          hint="If you do not know the code. As it stands on your lease"
          maxLength={60}
        />
        <FormText {...form.field('name')} label="Name" hint="As on your lease" maxLength={120} autoComplete="name" />
        <FormPhone
          {...form.field('mobile_number')}
          label="Mobile number"
          hint="The number that our office has of you"
          required
        />
        <ErrorLine refused={form.line} />
        <FormSubmit isBusy={form.isBusy}>{form.isBusy ? 'Sending…' : 'Ask for a sign-in'}</FormSubmit>
      </FormFieldset>
    </form>
  );
}
