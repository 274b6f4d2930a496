import {
  changeRoleSecondFactor,
  getRoles,
  listRoleSecondFactors,
  PERMISSION_LABELS,
  type Permission,
  type RoleSecondFactor,
} from '@banbo/contract';
import { Box, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
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
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

type RolesProps<T> = {
  caption: string;
  query: UseQueryResult<readonly T[]>;
  /** The heads of the three columns beside the role. */
  heads: ReactNode;
  cells: (role: T) => ReactNode;
  /** The role's name as it is shown; the plain one by default. */
  name?: (role: T) => ReactNode;
};

/** A table with a row for each role. */
function Roles<T extends { user_role: string }>({ caption, query, heads, cells, name }: RolesProps<T>) {
  const { data, error, refetch } = query;
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return (
    <TableFrame caption={caption} isBusy={!data}>
      <HeadRow>
        <ColumnHead>Role</ColumnHead>
        {heads}
      </HeadRow>
      <RowGroup as="tbody">
        {!data && <SkeletonRows columns={4} rows={7} />}
        {data?.map((role) => (
          <Row key={role.user_role}>
            <Cell data-heading>{name?.(role) ?? role.user_role}</Cell>
            {cells(role)}
          </Row>
        ))}
      </RowGroup>
    </TableFrame>
  );
}

/** Permissions in words by their domain: `Drivers`, with `see, search`. */
const inWords = (permissions: readonly Permission[]): [domain: string, may: string][] => {
  const domains = new Map<string, string[]>();
  for (const { of, may } of permissions.map((permission) => PERMISSION_LABELS[permission]))
    domains.set(of, [...(domains.get(of) ?? []), may]);
  return [...domains].map(([domain, may]) => [domain, may.join(', ')]);
};

/** The roles with their ranks and permissions. */
const RoleTable = () => (
  <Roles
    caption="Roles with their ranks and permissions"
    query={useQuery(read(getRoles, {}))}
    heads={
      <>
        <ColumnHead data-align="end">Rank</ColumnHead>
        <ColumnHead data-one-line>You may give it</ColumnHead>
        <ColumnHead>May</ColumnHead>
      </>
    }
    name={({ user_role, permissions }) =>
      permissions.length === 0 ? user_role : <Link to={`/system_roles/${user_role}`}>{user_role}</Link>
    }
    cells={({ user_role, rank, permissions, assignable }) => (
      <>
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
      </>
    )}
  />
);

/** `2 of 3`, or that nobody has the role. */
const have = ({ users, with_second_factor }: RoleSecondFactor): string =>
  users === 0 ? 'Nobody has this role' : `${with_second_factor} of ${users}`;

/** Requires a second factor of a role, or makes it optional, after asking. */
function RequireButton({ role: { user_role, is_required, users, with_second_factor } }: { role: RoleSecondFactor }) {
  const label = is_required ? 'Make optional' : 'Require';
  const without = users - with_second_factor;
  const haveNone =
    without === 0
      ? 'Everybody with this role has one.'
      : `${without} with this role have none. They must set it up before their next step, with a phone and an authenticator app.`;
  const question = {
    title: is_required ? `Make it optional for ${user_role}?` : `Require it for ${user_role}?`,
    children: is_required ? 'Those who have one keep it until they turn it off.' : haveNone,
  };
  return (
    <ChangeButton
      {...question}
      label={label}
      send={() => change(changeRoleSecondFactor, { body: { user_role, is_required: !is_required } })}
      button={{ size: 'compact-sm', h: '1.5rem', 'aria-label': `${label} for ${user_role}` }}
    />
  );
}

/** The roles that need a second factor, and how many of their people have one. */
const RoleSecondFactors = () => (
  <Roles
    caption="Roles and their second factor"
    query={useQuery(read(listRoleSecondFactors, {}))}
    heads={
      <>
        <ColumnHead>Second factor</ColumnHead>
        <ColumnHead data-one-line>Set up by</ColumnHead>
        <ColumnHead>
          <span className="visually-hidden">Change</span>
        </ColumnHead>
      </>
    }
    cells={(role) => (
      <>
        <Cell data-label="Second factor">
          <StatusBadge tone={role.is_required ? 'good' : 'plain'}>
            {role.is_required ? 'Required' : 'Optional'}
          </StatusBadge>
        </Cell>
        <Cell data-label="Set up by">{have(role)}</Cell>
        <Cell data-label="Change">{role.is_changeable && <RequireButton role={role} />}</Cell>
      </>
    )}
  />
);

/** The roles, and which of them need a second factor. */
export function SystemRoles() {
  const { can } = useAbility();
  return (
    <>
      <RoleTable />
      {can('users.change') && (
        <Box component="section" mt="xl" aria-labelledby="second-factor-title">
          <Box component="h2" fz="var(--text-lg)" id="second-factor-title">
            Second factor by role
          </Box>
          <Text inherit c="dimmed" mb="md">
            People of a role that needs one sign in with a code from their phone besides the password.
          </Text>
          <Box maw="46rem">
            <RoleSecondFactors />
          </Box>
        </Box>
      )}
    </>
  );
}
