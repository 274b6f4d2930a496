import { changePassword } from '@banbo/contract';
import { FormSubmit } from '~/components/form/form-frame.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { replaceToken } from '~/lib/session/session.ts';
import { toast } from '~/lib/toast.ts';
import { isReady, NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx';

/** Changes the person's own password; the other devices are signed out. */
export function ChangePasswordForm() {
  const form = useForm({ initial: { current: '', ...NO_PASSWORD }, onRefused: 'line' });
  const submit = form.submit(async ({ current, password }) => {
    const answer = await call(changePassword, { body: { password: current, new_password: password } });
    replaceToken(answer.accessToken);
    toast.success(answer.message);
    form.reset();
  });
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <FormPassword
        {...form.field('current')}
        label="Current Password"
        required
        autoComplete="current-password"
        toggleLabel="Show or hide the current password"
      />
      <NewPasswordFields form={form} label="New Password" />
      <div>
        <FormSubmit isBusy={form.isBusy} disabled={form.values.current === '' || !isReady(form.values)}>
          Change password
        </FormSubmit>
      </div>
      <ErrorLine refused={form.line} />
    </form>
  );
}
