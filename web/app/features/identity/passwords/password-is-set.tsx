import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** The confirmation after a password was set; Ok leads to the sign-in page. */
export function PasswordIsSet({ opened, onOk, children }: { opened: boolean; onOk: () => void; children: ReactNode }) {
  return (
    <Modal opened={opened} onClose={onOk} title="Your password is set" withCloseButton={false} centered>
      <p>{children}</p>
      <Button mt="md" data-autofocus onClick={onOk}>
        Ok
      </Button>
    </Modal>
  );
}
