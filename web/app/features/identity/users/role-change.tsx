import { changeUserRole, STAFF_ROLES, type StaffRole, type User } from '@banbo/contract';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';

type Props = { user: User; opened: boolean; onClose: () => void };

/** Gives a user another role below one's own. */
export function RoleChange({ user, opened, onClose }: Props) {
  const { isAbove } = useAbility();
  const queries = useQueryClient();
  const [role, setRole] = useState<StaffRole>(user.user_role);
  const change = useMutation({
    mutationFn: () => call(changeUserRole, { params: { id: user.id }, body: { user_role: role } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      onClose();
      await queries.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`The role of ${user.fullname}`} withCloseButton={false} centered>
      <NativeSelect
        label="Role"
        description="It decides at once what they may see and do."
        data={STAFF_ROLES.filter((one) => isAbove(one))}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as StaffRole)}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={role === user.user_role} loading={change.isPending} onClick={() => change.mutate()}>
          Change role
        </Button>
      </Group>
    </Modal>
  );
}
