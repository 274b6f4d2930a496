import { formatDay, paymentTypes } from '@banbo/contract';
import { Box } from '@mantine/core';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { Page } from '~/components/page/page.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { DeleteAction, IN_ROW, RowActions, ViewButtons } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { RecordWaits } from '~/components/record/waiting-changes.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

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
  { key: 'for_device', spare: true },
];

const actionsFor = (mayChange: boolean): Shown => ({
  header: 'ACTION',
  stays: true,
  cell: ({ id, description }) => (
    <RowActions name={description} view={`/view_payment_type/${id}`} edit={mayChange && `/edit_payment_type/${id}`}>
      {mayChange && (
        <DeleteAction
          of={description}
          title={`Delete ${description}?`}
          remove={() => change(paymentTypes.remove, { params: { id } })}
          button={IN_ROW}
        >
          <p>A type that was paid, has a price or is required by another type stays; you are told where it is used.</p>
        </DeleteAction>
      )}
    </RowActions>
  ),
});

/** The payment types with their rules; those who set prices change and delete them. */
export function PaymentTypeTable() {
  const mayChange = useAbility().can('prices.change');
  return (
    <ListScreen
      list={entries}
      caption="Payment types"
      columns={[...COLUMNS, actionsFor(mayChange)]}
      loading="Loading Payment Types..."
      empty={<p>No payment types yet.</p>}
    />
  );
}

/** How pages load a payment type. */
export const paymentTypeLoading = (id: string) => ({
  of: 'Payment Type',
  query: read(paymentTypes.show, { params: { id } }),
  ways: [{ to: '/payment_types', label: 'See all payment types' }],
});

/** A payment type's code, description and rules. */
export function ViewPaymentType({ id }: { id: string }) {
  const { can } = useAbility();
  return (
    <RecordLoaded {...paymentTypeLoading(id)}>
      {(type) => (
        <Page>
          <Box maw="36rem">
            <FactList
              facts={entries.columns.map(({ header, kind, value }) => [
                header,
                kind === 'day' ? formatDay(String(value(type))) : value(type),
              ])}
            />
            <RecordWaits kinds={['types.change']} subject={id} />
            <ViewButtons edit={can('prices.change') && `/edit_payment_type/${id}`} list="/payment_types" />
          </Box>
        </Page>
      )}
    </RecordLoaded>
  );
}
