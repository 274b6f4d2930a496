import { createSavedView, type SavedView } from '@banbo/contract';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { Confirm } from '../question/confirm.tsx';
import { viewsQuery } from './view-queries.ts';

type Props = {
  view: Omit<SavedView, 'id' | 'name'>;
  /** The list is filtered by what a view does not keep. */
  leavesOut: boolean;
  onClose: () => void;
};

/** Asks for the name of a new view, and keeps it. */
export function KeepView({ view, leavesOut, onClose }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const form = useForm({ initial: { name: '' } });
  const submit = form.submit(async (values) => {
    const body = { ...view, ...values };
    const { message } = await call(createSavedView, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    await queries.invalidateQueries({ queryKey: viewsQuery(view.screen).queryKey });
    onClose();
  });
  return (
    <Confirm opened title="Keep what is shown" action="Keep the view" busy={form.isBusy} form={id} onClose={onClose}>
      <form id={id} onSubmit={submit} noValidate>
        <TextInput
          {...form.input('name')}
          label="Name of the view"
          description="Its filters, order and columns are kept for you alone."
          maxLength={40}
          autoComplete="off"
          data-autofocus
        />
        {leavesOut && (
          <Text size="sm" mt="sm">
            The number or name of a person that the list is filtered by is not kept.
          </Text>
        )}
      </form>
    </Confirm>
  );
}
