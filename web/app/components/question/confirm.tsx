import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The label of the confirming button: a verb. */
  action: string;
  danger?: boolean;
  busy: boolean;
  onClose: () => void;
} & ({ onConfirm: () => void; form?: never } | { form: string; onConfirm?: never });

/**
 * Asks before an action that is hard to undo. The safe answer has the focus, unless a child has
 * `data-autofocus`. Confirming calls `onConfirm`, or sends the form with the id `form`.
 */
export function Confirm({ opened, title, children, action, danger = false, busy, onConfirm, form, onClose }: Props) {
  const confirming = form === undefined ? { onClick: onConfirm } : { type: 'submit' as const, form };
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false} centered>
      {children}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button color={danger ? 'danger' : 'forest'} loading={busy} {...confirming}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
