import { Button, type ButtonProps, Group, Modal } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { FormValues, useForm } from '~/lib/form/use-form.ts';
import { focusPageIfLost } from '~/lib/keep-focus.ts';
import { toast } from '~/lib/toast.ts';

type Question = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The label of the confirming button: a verb. */
  action: string;
  danger?: boolean;
  /** True where the action has the focus, so that Enter confirms it. */
  entersAction?: boolean;
  onClose: () => void;
};

type Props = Question & { busy: boolean } & (
    | { onConfirm: () => void; form?: never }
    | { form: string; onConfirm?: never }
  );

/**
 * Asks before an action that is hard to undo. The safe answer has the focus, unless Enter confirms
 * or a child has `data-autofocus`. Confirming calls `onConfirm`, or sends the form
 * with the id `form`.
 */
export function Confirm({
  opened,
  title,
  children,
  action,
  danger = false,
  entersAction = false,
  busy,
  onConfirm,
  form,
  onClose,
}: Props) {
  const confirming = form === undefined ? { onClick: onConfirm } : { type: 'submit' as const, form };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={focusPageIfLost}
      title={title}
      withCloseButton={false}
      centered
    >
      {children}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus={!entersAction || undefined} onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={danger ? 'danger' : 'forest'}
          data-autofocus={entersAction || undefined}
          loading={busy}
          {...confirming}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}

type FormProps<V extends FormValues> = Question & {
  form: ReturnType<typeof useForm<V>>;
  send: (values: V) => Promise<{ message: string }>;
};

/** Asks with fields to fill in: a refusal stands at its field, and a toast tells the end. */
export function FormQuestion<V extends FormValues>({ form, send, children, onClose, ...question }: FormProps<V>) {
  const id = useId();
  const close = () => {
    onClose();
    form.clearErrors();
  };
  const submit = form.submit(async (values) => {
    const { message } = await send(values);
    form.retryKey.forget();
    toast.success(message);
    close();
    form.reset();
  });
  return (
    <Confirm {...question} busy={form.isBusy} form={id} onClose={close}>
      <form id={id} onSubmit={submit} noValidate>
        {children}
      </form>
    </Confirm>
  );
}

type ButtonQuestion<V extends FormValues> = Omit<FormProps<V>, 'opened' | 'onClose'> & {
  label: ReactNode;
  /** The name for screen readers of a button whose label does not say of which row it is. */
  name?: string;
  size?: NonNullable<ButtonProps['size']>;
};

/** A button, and the question with fields to fill in that it opens. */
export function FormButton<V extends FormValues>({ label, name, size = 'sm', ...question }: ButtonQuestion<V>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size={size} aria-label={name} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <FormQuestion {...question} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
