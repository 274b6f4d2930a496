import { formatInstant, listOwnSignIns } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/query-client.ts';
import styles from './account.module.css';

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
