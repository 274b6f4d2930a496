import { getRoles, PERMISSION_LABELS, type Permission } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { OneLine } from '~/components/data-table/one-line.tsx';
import {
  Cell,
  ColumnHead,
  HeadRow,
  Row,
  RowGroup,
  SkeletonRows,
  TableFrame,
} from '~/components/data-table/table-parts.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { RoleSecondFactors } from './role-second-factors.tsx';
import styles from './second-factor.module.css';

/** Permissions in words by their domain: `Drivers`, with `see, search`. */
const inWords = (permissions: readonly Permission[]): [domain: string, may: string][] => {
  const domains = new Map<string, string[]>();
  for (const { of, may } of permissions.map((permission) => PERMISSION_LABELS[permission]))
    domains.set(of, [...(domains.get(of) ?? []), may]);
  return [...domains].map(([domain, may]) => [domain, may.join(', ')]);
};

/** The roles with their ranks and permissions. */
function RoleTable() {
  const { data, error, refetch } = useQuery(read(getRoles, {}));
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return (
    <TableFrame caption="Roles with their ranks and permissions" isBusy={!data}>
      <HeadRow>
        <ColumnHead>Role</ColumnHead>
        <ColumnHead data-align="end">Rank</ColumnHead>
        <ColumnHead data-one-line>You may give it</ColumnHead>
        <ColumnHead>May</ColumnHead>
      </HeadRow>
      <RowGroup as="tbody">
        {!data && <SkeletonRows columns={4} />}
        {data?.map(({ user_role, rank, permissions, assignable }) => (
          <Row key={user_role}>
            <Cell data-heading>{user_role}</Cell>
            <Cell data-label="Rank" data-align="end">
              {rank}
            </Cell>
            <Cell data-label="You may give it">{assignable ? 'Yes' : 'No'}</Cell>
            <Cell data-label="May" data-grows>
              {permissions.length === 0 ? (
                'Only what is their own'
              ) : (
                <OneLine label={`the permissions of ${user_role}`}>
                  <ul>
                    {inWords(permissions).map(([domain, may]) => (
                      <li key={domain}>
                        <strong>{domain}</strong>: {may}
                      </li>
                    ))}
                  </ul>
                </OneLine>
              )}
            </Cell>
          </Row>
        ))}
      </RowGroup>
    </TableFrame>
  );
}

/** The roles, and which of them need a second factor. */
export function SystemRoles() {
  const { can } = useAbility();
  return (
    <>
      <RoleTable />
      {can('users.change') && (
        <section className={styles.roles} aria-labelledby="second-factor-title">
          <h2 id="second-factor-title">Second factor by role</h2>
          <p className={styles.lead}>
            People of a role that needs one sign in with a code from their phone besides the password.
          </p>
          <RoleSecondFactors />
        </section>
      )}
    </>
  );
}
