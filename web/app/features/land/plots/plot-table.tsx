import {
  type Filter,
  LAND_USE_LABELS,
  OWNER_KIND_LABELS,
  PLOT_STATE_LABELS,
  type PlotRow,
  type PlotState,
  plotList,
  shownName,
  zones,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read } from '~/lib/api/query-client.ts';

const TONES = { free: 'good', applied: 'waiting', held: 'plain', blocked: 'bad' } as const;

export const PlotStateBadge = ({ state }: { state: PlotState }) => (
  <StatusBadge tone={TONES[state]}>{PLOT_STATE_LABELS[state]}</StatusBadge>
);

/** Four decimals, as plans have them: a tenth of a thousandth of an acre is half a square metre. */
export const areaText = (area: number | null): string => (area === null ? '–' : area.toFixed(4));

const tenantCell = ({ tenant_id, tenant_name, plot_number }: PlotRow) =>
  tenant_id === null ? (
    '–'
  ) : (
    <OneLine label={`the tenant of plot ${plot_number}`}>
      <Link to={`/tenants/${tenant_id}`}>{shownName(tenant_name ?? '')}</Link>
    </OneLine>
  );

const COLUMNS: readonly ShownColumn<typeof plotList>[] = [
  { key: 'zone', oneLine: true, cell: ({ zone }) => shownName(zone) },
  { key: 'block', oneLine: true },
  {
    key: 'plot_number',
    heading: true,
    oneLine: true,
    cell: ({ id, plot_number }) => <Link to={`/plots/${id}`}>{plot_number}</Link>,
  },
  { key: 'state', oneLine: true, cell: ({ state }) => <PlotStateBadge state={state} /> },
  { key: 'tenant_name', grows: true, cell: tenantCell },
  { key: 'tenant_code', oneLine: true, spare: true },
  { key: 'land_use', oneLine: true, cell: ({ land_use }) => LAND_USE_LABELS[land_use] },
  { key: 'owner_kind', oneLine: true, spare: true, cell: ({ owner_kind }) => OWNER_KIND_LABELS[owner_kind] },
  { key: 'owner_name', spare: true, hiddenAtFirst: true },
  { key: 'acres', oneLine: true, cell: ({ acres }) => areaText(acres) },
  { key: 'hectares', oneLine: true, spare: true, cell: ({ hectares }) => areaText(hectares) },
  { key: 'added_at', oneLine: true, spare: true, hiddenAtFirst: true },
];

const zoneFilter = (all: readonly { id: string; zone: string }[]): Filter => ({
  ...plotList.filters.zone,
  kind: 'choice',
  choices: [{ value: '', label: 'All' }, ...all.map(({ id, zone }) => ({ value: id, label: shownName(zone) }))],
});

/** The filter of a list by zone, as a choice of all zones. */
export const useZoneFilter = (): Filter => {
  const { data = [] } = useQuery(read(zones.list, {}));
  return zoneFilter(data);
};

/** All plots, by zone, block and number. */
export function PlotTable() {
  const state = useListState(plotList);
  const zone = useZoneFilter();
  return (
    <ListScreen
      list={plotList}
      state={state}
      caption="Plots"
      filters={{ ...plotList.filters, zone }}
      columns={COLUMNS}
      loading="Loading plots..."
      empty={<p>{state.isFiltered ? 'No plots match these filters.' : 'There are no plots yet.'}</p>}
    />
  );
}
