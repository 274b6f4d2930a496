import {
  changePassword,
  endOwnSession,
  formatInstant,
  listOwnSessions,
  listOwnSignIns,
  logoutEverywhere,
  type OwnSession,
} from '@banbo/contract';
import { Box, Group } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { FormSubmit } from '~/components/form/form-frame.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { call, callList } from '~/lib/api/api.ts';
import { change, keyOf, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { SIGN_IN_PAGE } from '~/lib/session/guards.ts';
import { dropSessions, replaceToken } from '~/lib/session/session.ts';
import { currentSession } from '~/lib/session/session-store.ts';
import { toast } from '~/lib/toast.ts';
import { isReady, NewPasswordFields, NO_PASSWORD } from '../passwords/new-password-fields.tsx';

/** Changes the person's own password; the other devices are signed out. */
function ChangePasswordForm() {
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

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

const find = (list: typeof BROWSERS, text: string): string | undefined => list.find(([part]) => part.test(text))?.[1];

/** A device's name in everyday words, from its browser's user agent: `Chrome on Android`. */
export const deviceName = (userAgent: string): string => {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (!browser) return system ?? 'Another device';
  return system ? `${browser} on ${system}` : browser;
};

const sessionsQuery = queryOptions({
  queryKey: keyOf(listOwnSessions, {}),
  queryFn: ({ signal }) => callList(listOwnSessions, { query: { size: 100 }, signal }),
  staleTime: 0,
});

function Device({ session }: { session: OwnSession }) {
  const name = deviceName(session.device);
  return (
    <li>
      <div>
        <Group component="p" gap="xs" fw={600}>
          {name} {session.current && <StatusBadge tone="good">This device</StatusBadge>}
          {session.trusted && <StatusBadge tone="plain">Trusted</StatusBadge>}
        </Group>
        <p className="muted small">
          Signed in {formatInstant(session.signed_in_at)} from {session.address}, last used{' '}
          {formatInstant(session.last_used_at)}
        </p>
      </div>
      {!session.current && (
        <ChangeButton
          label="Sign out"
          button={{ flex: 'none', 'aria-label': `Sign out of ${name}` }}
          send={() => change(endOwnSession, { params: { id: session.id } })}
        />
      )}
    </li>
  );
}

/** The devices on which the person is signed in, with a button to sign out of each and of all. */
export function OwnSessions() {
  const navigate = useNavigate();
  const { data, instead } = useRecord('your devices', sessionsQuery);
  const endAll = async () => {
    const answer = await call(logoutEverywhere, {});
    const kind = currentSession()?.kind ?? 'staff';
    // The next page is drawn before the session ends: this one would ask to be returned to.
    await navigate(SIGN_IN_PAGE[kind], { replace: true, flushSync: true });
    dropSessions([kind]);
    return answer;
  };
  if (!data) return instead;
  return (
    <>
      <Box component="ul" className="ruled apart" mb="md">
        {data.rows.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </Box>
      <ChangeButton label="Sign out everywhere" title="Sign out everywhere?" danger send={endAll}>
        You will have to sign in again on every device, this one too.
      </ChangeButton>
    </>
  );
}

const signInsQuery = queryOptions({
  ...read(listOwnSignIns, {}),
  staleTime: 0,
});

/** The last sign-ins to one's own account, by which a person sees whether it was somebody else. */
export function OwnSignIns() {
  const { data, instead } = useRecord('your sign-ins', signInsQuery);
  if (!data) return instead;
  if (data.length === 0) return <p>None has been recorded yet.</p>;
  return (
    <>
      <Box component="ul" className="ruled apart" mb="md">
        {data.map(({ id, at, accepted, note, address }) => (
          <li key={id}>
            <div>
              <Group component="p" gap="xs" fw={600}>
                {formatInstant(at)}{' '}
                <StatusBadge tone={accepted ? 'good' : 'bad'}>{accepted ? 'Signed in' : 'Refused'}</StatusBadge>
              </Group>
              <p className="muted small">
                {accepted ? `By ${note}` : `For a ${note}`}, from {address}
              </p>
            </div>
          </li>
        ))}
      </Box>
      <p className="muted small">If one was not you, change your password and tell an administrator.</p>
    </>
  );
}

/** The person's password and the devices on which they are signed in. */
export function OwnAccess() {
  return (
    <>
      <section>
        <h2 className="ruled-title">My password</h2>
        <Box maw="27rem">
          <ChangePasswordForm />
        </Box>
      </section>
      <section>
        <h2 className="ruled-title">My devices</h2>
        <OwnSessions />
      </section>
    </>
  );
}
