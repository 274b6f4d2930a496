import {
  changeRolePermissions,
  getRoles,
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  permissionInWords,
  RoleChangeReason,
  type RoleRecord,
  type StaffRole,
  seesApprovals,
} from '@banbo/contract';
import { Badge, Box, Button, Fieldset, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const DOMAINS = [...new Set(PERMISSIONS.map((permission) => PERMISSION_LABELS[permission].of))];
const inDomain = (domain: string): Permission[] =>
  PERMISSIONS.filter((permission) => PERMISSION_LABELS[permission].of === domain);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Choices on the page that are not sent yet, by permission. */
type Chosen = Partial<Record<Permission, boolean>>;

type SwitchProps = { role: RoleRecord; permission: Permission; chosen: Chosen; choose: (is: boolean) => void };

/** One permission of the role: whether it has it, by default too, and what waits or needs two. */
function PermissionSwitch({ role, permission, chosen, choose }: SwitchProps) {
  const { may, needsTwo } = PERMISSION_LABELS[permission];
  const has = role.permissions.includes(permission);
  const isDefault = role.default_permissions.includes(permission);
  const waits = role.waiting;
  const isKept = permission === 'approvals.read' && seesApprovals(role.permissions);
  const notes = [
    waits?.granted.includes(permission) && 'Waits for approval to be granted',
    waits?.withdrawn.includes(permission) && 'Waits for approval to be withdrawn',
    has !== isDefault && !isKept && (isDefault ? 'Withdrawn; the default has it' : 'Granted; not in the default'),
    isKept && 'Comes with permissions that need two people',
    needsTwo && role.changeable.includes(permission) && 'Needs two people',
  ].filter((note) => note !== false && note !== undefined);
  return (
    <Switch
      label={capital(may)}
      description={notes.join('. ') || undefined}
      checked={chosen[permission] ?? has}
      disabled={isKept || !role.changeable.includes(permission)}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

function Choices({ title, permissions }: { title: string; permissions: readonly Permission[] }) {
  if (permissions.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <Box component="ul" pl="md">
        {permissions.map((permission) => (
          <li key={permission}>
            {permissionInWords(permission)}
            {PERMISSION_LABELS[permission].needsTwo && ' (waits for a second person)'}
          </li>
        ))}
      </Box>
    </>
  );
}

/** The permissions of a role under their domains, with a button for what was chosen. */
function RolePermissions({ role }: { role: RoleRecord }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const altered = PERMISSIONS.filter(
    (one) => chosen[one] !== undefined && chosen[one] !== role.permissions.includes(one),
  );
  const granted = altered.filter((one) => chosen[one]);
  const withdrawn = altered.filter((one) => !chosen[one]);
  const name = role.user_role as StaffRole;
  const send = async (reason: string) => {
    const body = { granted, withdrawn, reason };
    const answer = await change(changeRolePermissions, { params: { role: name }, body });
    setChosen({});
    return answer;
  };
  return (
    <>
      {role.waiting && (
        <WaitingApproval id={role.waiting.approval_id}>
          A change of this role waits for approval by another person
        </WaitingApproval>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {DOMAINS.map((domain) => (
          <Fieldset key={domain} variant="unstyled" className="card" legend={<strong>{domain}</strong>}>
            <Stack gap="sm">
              {inDomain(domain).map((permission) => (
                <PermissionSwitch
                  key={permission}
                  {...{ role, permission, chosen }}
                  choose={(is) => setChosen({ ...chosen, [permission]: is })}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
      {altered.length > 0 && (
        <Box className="card" p="md" mt="md" pos="sticky" bottom="var(--space-2)">
          <Group justify="space-between" gap="sm">
            <Text role="status">{`To change: ${altered.map(permissionInWords).join('; ')}.`}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setChosen({})}>
                Undo
              </Button>
              <ChangeButton
                label="Change the role"
                title={`Change what ${name} may do?`}
                action="Change"
                danger={false}
                button={{ variant: 'filled' }}
                reason={{ schema: RoleChangeReason, seenBy: 'It is recorded in the audit log.' }}
                send={send}
              >
                <Choices title="Granted:" permissions={granted} />
                <Choices title="Withdrawn:" permissions={withdrawn} />
                <p>
                  It applies to everybody with this role from now on. What needs a second person applies once somebody
                  else has approved it.
                </p>
              </ChangeButton>
            </Group>
          </Group>
        </Box>
      )}
      <LeaveQuestion isUnsaved={() => altered.length > 0}>
        <p>Your changes are not saved yet. Leaving this page loses them.</p>
      </LeaveQuestion>
    </>
  );
}

const leadOf = ({ user_role, changeable, permissions }: RoleRecord): string => {
  if (user_role === 'SuperAdmin') return 'SuperAdmin may do everything. Nobody changes that.';
  if (permissions.length === 0) return 'Members and tenants see and change only what is their own.';
  return changeable.length > 0
    ? 'Switch on what people of this role may do. Permissions over money, users and roles need two people.'
    : 'What people of this role may do. Only a SuperAdmin changes it.';
};

/** A role and what its people may do, for a SuperAdmin to grant and to withdraw. */
export function RolePage({ id }: { id: string }) {
  const { data, instead } = useRecord('role', read(getRoles, {}));
  useLive(['roles', 'approvals'], () => refresh(getRoles));
  if (!data) return instead;
  const role = data.find(({ user_role }) => user_role === id);
  const ways = [{ to: '/system_roles', label: 'See all roles' }];
  if (!role) return <LoadError message="There is no such role." onRetry={() => undefined} isMissing ways={ways} />;
  return (
    <Page
      title={role.user_role}
      lead={leadOf(role)}
      actions={
        <>
          <Badge variant="default" tt="none">
            Rank {role.rank}
          </Badge>
          <Button component={Link} to="/system_roles" variant="default">
            All roles
          </Button>
        </>
      }
    >
      {role.permissions.length > 0 && <RolePermissions key={role.user_role} role={role} />}
    </Page>
  );
}
