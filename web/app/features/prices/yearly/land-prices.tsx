import {
  deleteLandPrice,
  type Filter,
  getLandPrice,
  landPrices,
  placeUseInWords,
  placeZoneInWords,
  shownKind,
  shownName,
  today,
  zones,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import type { WaitingChanges } from '~/components/record/waiting-changes.tsx';
import { landTypesQuery } from '~/lib/api/payment-types.ts';
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

type Shown = ShownColumn<typeof landPrices>;

/** A price, or a code, with its description in words. */
export const priceInWords = <Of extends { description: string }>(of: Of): Of => ({
  ...of,
  description: shownKind(of.description),
});

const actionsFor = (mayChange: boolean): Shown => ({
  ...ACTIONS,
  cell: (price) => (
    <PriceActions
      price={priceInWords(price)}
      view={`/yearly_payments/${price.id}`}
      edit={mayChange ? `/yearly_payments/edit/${price.id}` : null}
      remove={() => change(deleteLandPrice, { params: { id: price.id } })}
    />
  ),
});

const columnsWith = (waiting: WaitingChanges): readonly Shown[] => [
  { key: 'year' },
  { key: 'type_code', oneLine: true },
  {
    key: 'description',
    heading: true,
    grows: true,
    cell: (price) => describedPrice(priceInWords(price), waiting.get(price.id)),
  },
  { key: 'zone', oneLine: true },
  { key: 'land_use', oneLine: true },
  { key: 'amount' },
];

const choiceOf = (filter: Filter, all: string, choices: readonly { value: string; label: string }[]): Filter => ({
  ...filter,
  kind: 'choice',
  choices: [{ value: '', label: all }, ...choices],
});

/** The zones as choices, by name. */
export const zoneChoices = (all: readonly { id: string; zone: string }[]) =>
  all.map(({ id, zone }) => ({ value: id, label: shownName(zone) }));

/** The codes of the land side as choices. */
export const codeChoices = (all: readonly { type_code: string; description: string }[]) =>
  all.map(({ type_code, description }) => ({ value: type_code, label: `${type_code} – ${shownKind(description)}` }));

/** The land side's codes that have prices, in the order of their list. */
export const useLandCodes = () => {
  const { data, error } = useQuery(landTypesQuery);
  return { codes: (data ?? []).filter(({ by_plan }) => !by_plan), error };
};

/** The land side's yearly prices, the newest year first; those who set prices change them. */
export function LandPriceTable() {
  const mayChange = useAbility().can('prices.change');
  const { waiting, isLoading } = useWaitingPrices();
  const state = useListState(landPrices, { usualSize: USUAL_SIZE });
  const { data: allZones = [] } = useQuery(read(zones.list, {}));
  const { codes } = useLandCodes();
  const { year, type_code, zone, land_use } = landPrices.filters;
  const years = yearsToFind(today()).reverse();
  return (
    <ListScreen
      list={landPrices}
      state={state}
      caption="Yearly prices of land"
      filters={{
        year: choiceOf(
          year,
          'All years',
          years.map((one) => ({ value: String(one), label: String(one) })),
        ),
        type_code: choiceOf(type_code, 'All', codeChoices(codes)),
        zone: choiceOf(zone, 'All', zoneChoices(allZones)),
        land_use,
      }}
      columns={[...columnsWith(waiting), actionsFor(mayChange)]}
      isHeld={isLoading}
      loading="Loading Yearly Payments..."
      empty={<p>{state.isFiltered ? 'No price is set for this yet.' : 'No prices are set yet.'}</p>}
    />
  );
}

/** How pages load a price of land. */
export const landPriceLoading = (id: string) => ({
  of: 'Yearly Payment',
  query: read(getLandPrice, { params: { id } }),
  ways: [{ to: '/yearly_payments', label: 'See all yearly prices of land' }],
});

/** A yearly price of land, and whether it is in use. */
export const ViewLandPrice = ({ id }: { id: string }) => (
  <RecordLoaded {...landPriceLoading(id)}>
    {(price) => (
      <PricePage
        price={priceInWords(price)}
        place={[
          ['Zone', placeZoneInWords(price)],
          ['Use', placeUseInWords(price)],
        ]}
        edit={`/yearly_payments/edit/${id}`}
        list="/yearly_payments"
      />
    )}
  </RecordLoaded>
);
