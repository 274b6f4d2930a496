import {
  endOwnSession,
  formatInstant,
  listOwnSessions,
  listOwnSignIns,
  logoutEverywhere,
  type OwnSession,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { call, callList } from '~/lib/api.ts';
import { SIGN_IN_PAGE } from '~/lib/guards.ts';
import { change, keyOf, read } from '~/lib/query-client.ts';
import { dropSessions } from '~/lib/session.ts';
import { currentSession } from '~/lib/session-store.ts';
import { useAction } from '~/lib/use-action.ts';
import { ChangePasswordForm } from '../passwords/change-password-form.tsx';
import styles from './account.module.css';

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

function Device({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  const name = deviceName(session.device);
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.deviceName}>
          {name} {session.current && <StatusBadge tone="good">This device</StatusBadge>}
          {session.trusted && <StatusBadge tone="plain">Trusted</StatusBadge>}
        </p>
        <p className={styles.deviceNote}>
          Signed in {formatInstant(session.signed_in_at)} from {session.address}, last used{' '}
          {formatInstant(session.last_used_at)}
        </p>
      </div>
      {!session.current && (
        <Button variant="default" loading={busy} aria-label={`Sign out of ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** The devices on which the person is signed in, with a button to sign out of each and of all. */
export function OwnSessions() {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useAction({
    run: (id: string) => change(endOwnSession, { params: { id } }),
    says: ({ message }) => message,
  });
  const endAll = useAction({
    run: () => call(logoutEverywhere, {}),
    says: ({ message }) => message,
    onEnd: () => setAsking(false),
    onDone: async () => {
      const kind = currentSession()?.kind ?? 'staff';
      // Leaves the page, and draws the next one, before the session empties: a page whose session ends would ask to be
      // returned to.
      await navigate(SIGN_IN_PAGE[kind], { replace: true, flushSync: true });
      dropSessions([kind]);
    },
  });
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your devices...</p>;
  return (
    <>
      <ul className={styles.devices}>
        {data.rows.map((session) => (
          <Device key={session.id} session={session} onEnd={() => end.mutate(session.id)} busy={end.isPending} />
        ))}
      </ul>
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

const signInsQuery = queryOptions({
  ...read(listOwnSignIns, {}),
  staleTime: 0,
});

/** The last sign-ins to one's own account, by which a person sees whether it was somebody else. */
export function OwnSignIns() {
  const { data, error, refetch } = useQuery(signInsQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your sign-ins...</p>;
  if (data.length === 0) return <p>None has been recorded yet.</p>;
  return (
    <>
      <ul className={styles.devices}>
        {data.map(({ id, at, accepted, note, address }) => (
          <li key={id} className={styles.device}>
            <div>
              <p className={styles.deviceName}>
                {formatInstant(at)}{' '}
                <StatusBadge tone={accepted ? 'good' : 'bad'}>{accepted ? 'Signed in' : 'Refused'}</StatusBadge>
              </p>
              <p className={styles.deviceNote}>
                {accepted ? `By ${note}` : `For a ${note}`}, from {address}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.deviceNote}>If one was not you, change your password and tell an administrator.</p>
    </>
  );
}

/** The person's password and the devices on which they are signed in. */
export function OwnAccess() {
  return (
    <>
      <section className={styles.section}>
        <h2>My password</h2>
        <div className={styles.narrow}>
          <ChangePasswordForm />
        </div>
      </section>
      <section className={styles.section}>
        <h2>My devices</h2>
        <OwnSessions />
      </section>
    </>
  );
}
