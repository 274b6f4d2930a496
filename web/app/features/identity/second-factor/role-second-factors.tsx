import { changeRoleSecondFactor, listRoleSecondFactors, type RoleSecondFactor } from '@banbo/contract';
import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Cell,
  ColumnHead,
  HeadRow,
  Row,
  RowGroup,
  SkeletonRows,
  TableFrame,
} from '~/components/data-table/table-parts.tsx';
import { Confirm } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

const rolesQuery = read(listRoleSecondFactors, {});

/** `2 of 3`, or that nobody has the role. */
const have = ({ users, with_second_factor }: RoleSecondFactor): string =>
  users === 0 ? 'Nobody has this role' : `${with_second_factor} of ${users}`;

/** Which roles need a second factor, and how many of their people have one; a button to change it where the person may. */
export function RoleSecondFactors() {
  const [asking, setAsking] = useState<RoleSecondFactor | null>(null);
  const { data, error, refetch } = useQuery(rolesQuery);
  const changing = useAction({
    run: ({ user_role, is_required }: RoleSecondFactor) =>
      change(changeRoleSecondFactor, { body: { user_role, is_required: !is_required } }),
    says: ({ message }) => message,
    onEnd: () => setAsking(null),
  });
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  const without = asking ? asking.users - asking.with_second_factor : 0;
  return (
    <Box maw="46rem">
      <TableFrame caption="Roles and their second factor" isBusy={!data}>
        <HeadRow>
          <ColumnHead>Role</ColumnHead>
          <ColumnHead>Second factor</ColumnHead>
          <ColumnHead data-one-line>Set up by</ColumnHead>
          <ColumnHead>
            <span className="visually-hidden">Change</span>
          </ColumnHead>
        </HeadRow>
        <RowGroup as="tbody">
          {!data && <SkeletonRows columns={4} />}
          {data?.map((role) => (
            <Row key={role.user_role}>
              <Cell data-heading>{role.user_role}</Cell>
              <Cell data-label="Second factor">
                <StatusBadge tone={role.is_required ? 'good' : 'plain'}>
                  {role.is_required ? 'Required' : 'Optional'}
                </StatusBadge>
              </Cell>
              <Cell data-label="Set up by">{have(role)}</Cell>
              <Cell data-label="Change">
                {role.is_changeable && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    h="1.5rem"
                    aria-label={`${role.is_required ? 'Make optional' : 'Require'} for ${role.user_role}`}
                    onClick={() => setAsking(role)}
                  >
                    {role.is_required ? 'Make optional' : 'Require'}
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </RowGroup>
      </TableFrame>
      <Confirm
        opened={asking !== null}
        title={
          asking?.is_required ? `Make it optional for ${asking.user_role}?` : `Require it for ${asking?.user_role}?`
        }
        action={asking?.is_required ? 'Make optional' : 'Require'}
        busy={changing.isPending}
        onConfirm={() => asking && changing.mutate(asking)}
        onClose={() => setAsking(null)}
      >
        {asking?.is_required
          ? 'Those who have one keep it until they turn it off.'
          : `${without === 0 ? 'Everybody of this role has one.' : `${without} of this role have none: before their next step they set it up, with a phone and an authenticator app.`}`}
      </Confirm>
    </Box>
  );
}
