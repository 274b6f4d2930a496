import { type PaymentType, paymentTypes } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Confirm } from '~/components/question/confirm.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { TYPES_KEY } from '~/lib/payment-types.ts';
import { useAction } from '~/lib/use-action.ts';
import { RowActions } from '../row-actions.tsx';

const { entries } = paymentTypes;
type Shown = ShownColumn<typeof entries>;

const COLUMNS: readonly Shown[] = [
  { key: 'type_code', oneLine: true },
  { key: 'description', heading: true, grows: true },
  { key: 'side' },
  { key: 'period', oneLine: true },
  { key: 'required_type' },
  { key: 'due_from', oneLine: true, spare: true },
  { key: 'by_plan', spare: true },
];

/** The payment types with their rules; those who set prices change and delete them. */
export function PaymentTypeTable() {
  const mayChange = useAbility().can('prices.change');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<PaymentType | null>(null);
  const close = () => setLeaving(null);
  const deletion = useAction({
    run: (id: string) => call(paymentTypes.remove, { params: { id } }),
    says: ({ message }) => message,
    onEnd: close,
    onDone: () => queries.invalidateQueries({ queryKey: [TYPES_KEY] }),
  });
  const actions: Shown = {
    header: 'ACTION',
    stays: true,
    cell: (type) => (
      <RowActions
        name={type.description}
        view={`/view_payment_type/${type.id}`}
        {...(mayChange && { edit: `/edit_payment_type/${type.id}`, onDelete: () => setLeaving(type) })}
      />
    ),
  };
  return (
    <>
      <ListScreen
        list={entries}
        state={useListState(entries)}
        caption="Payment types"
        columns={[...COLUMNS, actions]}
        loading="Loading Payment Types..."
        empty={<p>There is no payment type here.</p>}
      />
      <Confirm
        opened={leaving !== null}
        title={`Delete ${leaving?.description ?? ''}?`}
        action="Delete"
        danger
        busy={deletion.isPending}
        onConfirm={() => leaving && deletion.mutate(leaving.id)}
        onClose={close}
      >
        <p>A type that was paid, has a price or is required by another type stays; you are told where it is used.</p>
      </Confirm>
    </>
  );
}
