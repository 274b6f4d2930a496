import { changeUserRole, STAFF_ROLES, type StaffRole, type User } from '@banbo/contract';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';

type Props = { user: User; opened: boolean; onClose: () => void };

/** Gives a user another role below one's own. */
export function RoleChange({ user, opened, onClose }: Props) {
  const { isAbove } = useAbility();
  const queries = useQueryClient();
  const form = useForm({ initial: { user_role: user.user_role as string } });
  const change = form.submit(async ({ user_role }) => {
    const body = { user_role: user_role as StaffRole };
    const { message } = await call(changeUserRole, { params: { id: user.id }, body });
    toast.success(message);
    onClose();
    await queries.invalidateQueries({ queryKey: ['users'] });
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`The role of ${user.fullname}`} withCloseButton={false} centered>
      <NativeSelect
        label="Role"
        description="It decides at once what they may see and do."
        data={STAFF_ROLES.filter((one) => isAbove(one))}
        {...form.input('user_role')}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!form.isDirty} loading={form.isBusy} onClick={() => change()}>
          Change role
        </Button>
      </Group>
    </Modal>
  );
}
