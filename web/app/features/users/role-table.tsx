import type { Permission } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import tables from '~/components/data-table/data-table.module.css';
import { SkeletonRows } from '~/components/data-table/skeleton-rows.tsx';
import { LoadError } from '~/components/states.tsx';
import { rolesQuery } from './user-queries.ts';
import styles from './users.module.css';

/** Permissions by what they are about: `drivers`, with `read, search`. */
const byDomain = (permissions: readonly Permission[]): [domain: string, verbs: string][] => {
  const domains = new Map<string, string[]>();
  for (const permission of permissions) {
    const [domain = permission, verb = ''] = permission.split('.');
    domains.set(domain, [...(domains.get(domain) ?? []), verb]);
  }
  return [...domains].map(([domain, verbs]) => [domain, verbs.join(', ')]);
};

/** The roles, what rank they have and what they may do. */
export function RoleTable() {
  const { data, error, refetch } = useQuery(rolesQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return (
    <div className={tables.frame} aria-busy={!data}>
      <table className={tables.table}>
        <caption className="visually-hidden">Roles with their ranks and permissions</caption>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" data-align="end">
              Rank
            </th>
            <th scope="col">You may give it</th>
            <th scope="col">May</th>
          </tr>
        </thead>
        <tbody>
          {!data && <SkeletonRows columns={4} />}
          {data?.map(({ user_role, rank, permissions, assignable }) => (
            <tr key={user_role}>
              <td data-heading>{user_role}</td>
              <td data-label="Rank" data-align="end">
                {rank}
              </td>
              <td data-label="You may give it">{assignable ? 'Yes' : 'No'}</td>
              <td data-label="May">
                {permissions.length === 0 ? (
                  'Only what is their own'
                ) : (
                  <ul className={styles.permissions}>
                    {byDomain(permissions).map(([domain, verbs]) => (
                      <li key={domain}>
                        <strong>{domain}</strong>: {verbs}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
