import { formatDay, groupThousands, shownName, type TenancyRow, tenancyList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';

const plotCell = ({ plot_id, block, plot_number }: TenancyRow) => (
  <Link to={`/plots/${plot_id}`}>{[block, plot_number].filter(Boolean).join(' ')}</Link>
);

const COLUMNS: readonly ShownColumn<typeof tenancyList>[] = [
  { key: 'plot_number', heading: true, oneLine: true, cell: plotCell },
  { key: 'zone', oneLine: true, cell: ({ zone }) => shownName(zone) },
  { key: 'block', hiddenAtFirst: true },
  {
    key: 'fullname',
    grows: true,
    cell: ({ tenant_id, fullname }) => <Link to={`/tenants/${tenant_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'tenant_code', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'indenture_number', oneLine: true },
  { key: 'how', oneLine: true, spare: true },
  { key: 'commencement', oneLine: true, spare: true },
  { key: 'term_years', oneLine: true },
  { key: 'ends_on', oneLine: true },
  { key: 'ground_rent', oneLine: true },
  {
    key: 'rent_owed',
    oneLine: true,
    cell: ({ id, rent_owed, indenture_number }) => (
      <Link to={`/rent_account/${id}`}>
        <span className="visually-hidden">Rent account of {indenture_number}: </span>
        {groupThousands(rent_owed)}
      </Link>
    ),
  },
  { key: 'review_years', oneLine: true, hiddenAtFirst: true },
  { key: 'held_from', oneLine: true, spare: true },
  {
    key: 'held_until',
    oneLine: true,
    spare: true,
    cell: ({ held_until }) => (held_until === null ? 'now' : formatDay(held_until)),
  },
];

/** All tenancies, the newest first. */
export function TenancyTable() {
  const state = useListState(tenancyList);
  return (
    <ListScreen
      list={tenancyList}
      state={state}
      caption="Tenancies"
      columns={COLUMNS}
      loading="Loading tenancies..."
      empty={<p>{state.isFiltered ? 'No tenancies match these filters.' : 'There are no tenancies yet.'}</p>}
    />
  );
}
