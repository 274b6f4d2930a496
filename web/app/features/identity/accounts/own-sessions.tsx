import {
  changePassword,
  endOwnSession,
  formatInstant,
  listOwnSessions,
  listOwnSignIns,
  logoutEverywhere,
  type OwnSession,
} from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { FormSubmit } from '~/components/form/form-frame.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { Confirm } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { call, callList } from '~/lib/api/api.ts';
import { change, keyOf, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
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

const sessionsQuery = {
  queryKey: keyOf(listOwnSessions, {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => callList(listOwnSessions, { query: { size: 100 }, signal }),
  staleTime: 0,
};

type LineProps = { title: ReactNode; note: ReactNode; children?: ReactNode };

/** A line of a list: a title with badges over a note, and a button beside them. */
const Line = ({ title, note, children }: LineProps) => (
  <li>
    <div>
      <Group component="p" gap="xs" fw={600}>
        {title}
      </Group>
      <p className="muted small">{note}</p>
    </div>
    {children}
  </li>
);

function Device({ session }: { session: OwnSession }) {
  const { id, current, trusted, signed_in_at, address, last_used_at } = session;
  const name = deviceName(session.device);
  const title = (
    <>
      {name} {current && <StatusBadge tone="good">This device</StatusBadge>}
      {trusted && <StatusBadge tone="plain">Trusted</StatusBadge>}
    </>
  );
  const note = `Signed in ${formatInstant(signed_in_at)} from ${address}, last used ${formatInstant(last_used_at)}`;
  return (
    <Line title={title} note={note}>
      {!current && (
        <ChangeButton
          words={{ label: 'Sign out' }}
          send={() => change(endOwnSession, { params: { id } })}
          button={{ flex: 'none', 'aria-label': `Sign out of ${name}` }}
        />
      )}
    </Line>
  );
}

/** Signs the person out on all devices, after asking. */
function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const endAll = useAction({
    run: () => call(logoutEverywhere, {}),
    onEnd: () => setAsking(false),
    onDone: async () => {
      const kind = currentSession()?.kind ?? 'staff';
      // The next page is drawn before the session ends: this one would ask to be returned to.
      await navigate(SIGN_IN_PAGE[kind], { replace: true, flushSync: true });
      dropSessions([kind]);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        opened={asking}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        danger
        busy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
        onClose={() => setAsking(false)}
      >
        You will have to sign in again on every device, this one too.
      </Confirm>
    </>
  );
}

/** The devices on which the person is signed in, with a button to sign out of each and of all. */
export const OwnSessions = () => (
  <RecordLoaded of="your devices" query={sessionsQuery}>
    {({ rows }) => (
      <>
        <Box component="ul" className="ruled apart" mb="md">
          {rows.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </Box>
        <SignOutEverywhere />
      </>
    )}
  </RecordLoaded>
);

/** The account's last sign-ins, so that a person notices another's. */
export const OwnSignIns = () => (
  <RecordLoaded of="your sign-ins" query={{ ...read(listOwnSignIns, {}), staleTime: 0 }}>
    {(signIns) =>
      signIns.length === 0 ? (
        <p>None has been recorded yet.</p>
      ) : (
        <>
          <Box component="ul" className="ruled apart" mb="md">
            {signIns.map(({ id, at, accepted, note, address }) => {
              const badge = (
                <StatusBadge tone={accepted ? 'good' : 'bad'}>{accepted ? 'Signed in' : 'Refused'}</StatusBadge>
              );
              return (
                <Line
                  key={id}
                  title={
                    <>
                      {formatInstant(at)} {badge}
                    </>
                  }
                  note={`${accepted ? `By ${note}` : `For a ${note}`}, from ${address}`}
                />
              );
            })}
          </Box>
          <p className="muted small">If one was not you, change your password and tell an administrator.</p>
        </>
      )
    }
  </RecordLoaded>
);

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
