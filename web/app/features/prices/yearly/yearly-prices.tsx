import { deleteYearlyPrice, getYearlyPrice, planOf, today, yearlyPrices } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import type { WaitingChanges } from '~/components/record/waiting-changes.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import {
  ACTIONS,
  describedPrice,
  PriceActions,
  PricePage,
  USUAL_SIZE,
  useWaitingPrices,
  yearsToFind,
} from './price-parts.tsx';

type Shown = ShownColumn<ReturnType<typeof yearlyPrices>>;

const columnsWith = (waiting: WaitingChanges): readonly Shown[] => [
  { key: 'year' },
  { key: 'type_code', oneLine: true },
  { key: 'description', heading: true, grows: true, cell: (price) => describedPrice(price, waiting.get(price.id)) },
  { key: 'plan', oneLine: true },
  { key: 'amount' },
];

const actionsFor = (mayChange: boolean): Shown => ({
  ...ACTIONS,
  cell: (price) => (
    <PriceActions
      price={price}
      view={`/view_payment_list/${price.id}`}
      edit={mayChange ? `/edit_payment_list/${price.id}` : null}
      remove={() => change(deleteYearlyPrice, { params: { id: price.id } })}
    />
  ),
});

/** The drivers' yearly prices, the newest year first; those who set prices change them. */
export function PriceTable() {
  const mayChange = useAbility().can('prices.change');
  const { waiting, isLoading } = useWaitingPrices();
  const list = yearlyPrices(yearsToFind(today()));
  return (
    <ListScreen
      list={list}
      state={useListState(list, { usualSize: USUAL_SIZE })}
      caption="Yearly prices"
      columns={[...columnsWith(waiting), actionsFor(mayChange)]}
      isHeld={isLoading}
      loading="Loading Yearly Payments..."
      empty={<p>No prices for this year yet.</p>}
    />
  );
}

/** How pages load a price. */
export const priceLoading = (id: string) => ({
  of: 'Yearly Payment',
  query: read(getYearlyPrice, { params: { id } }),
  ways: [{ to: '/payment_list', label: 'See all yearly prices' }],
});

/** A yearly price, and whether it is in use. */
export const ViewPrice = ({ id }: { id: string }) => (
  <RecordLoaded {...priceLoading(id)}>
    {(price) => (
      <PricePage
        price={price}
        place={[['Plan', planOf(price.plan)?.name ?? null]]}
        edit={`/edit_payment_list/${id}`}
        list="/payment_list"
      />
    )}
  </RecordLoaded>
);
