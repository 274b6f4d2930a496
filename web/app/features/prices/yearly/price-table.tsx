import { deleteYearlyPrice, pricedName, priceYears, today, type YearlyPrice, yearlyPrices } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Confirm } from '~/components/question/confirm.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { PRICES_KEY } from '~/lib/payment-types.ts';
import { useAction } from '~/lib/use-action.ts';
import { RowActions } from '../row-actions.tsx';

const USUAL_SIZE = 10;

type Shown = ShownColumn<ReturnType<typeof yearlyPrices>>;

const COLUMNS: readonly Shown[] = [
  { key: 'year' },
  { key: 'type_code', oneLine: true },
  { key: 'description', heading: true, grows: true },
  { key: 'plan', oneLine: true },
  { key: 'amount' },
];

/** The yearly prices, the newest year first; those who set prices change and delete them. */
export function PriceTable() {
  const mayChange = useAbility().can('prices.change');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<YearlyPrice | null>(null);
  const list = yearlyPrices(priceYears(today()));
  const close = () => setLeaving(null);
  const deletion = useAction({
    run: (id: string) => call(deleteYearlyPrice, { params: { id } }),
    says: ({ message }) => message,
    onEnd: close,
    onDone: () => queries.invalidateQueries({ queryKey: [PRICES_KEY] }),
  });
  const actions: Shown = {
    header: 'ACTION',
    stays: true,
    cell: (price) => (
      <RowActions
        name={`${price.year} ${pricedName(price)}`}
        view={`/view_payment_list/${price.id}`}
        {...(mayChange && { edit: `/edit_payment_list/${price.id}`, onDelete: () => setLeaving(price) })}
      />
    ),
  };
  return (
    <>
      <ListScreen
        list={list}
        state={useListState(list, { usualSize: USUAL_SIZE })}
        caption="Yearly prices"
        columns={[...COLUMNS, actions]}
        loading="Loading Yearly Payments..."
        empty={<p>There is no price here yet.</p>}
      />
      <Confirm
        opened={leaving !== null}
        title="Are you sure you want to delete the payment list?"
        action="Delete"
        danger
        busy={deletion.isPending}
        onConfirm={() => leaving && deletion.mutate(leaving.id)}
        onClose={close}
      >
        {leaving && (
          <p>
            It is the price of {pricedName(leaving)} for {leaving.year}. Without a price nothing is due for it.
          </p>
        )}
      </Confirm>
    </>
  );
}
