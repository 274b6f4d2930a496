import { shownName, tenantList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';

const COLUMNS: readonly ShownColumn<typeof tenantList>[] = [
  { key: 'tenant_code', oneLine: true },
  {
    key: 'fullname',
    heading: true,
    grows: true,
    cell: ({ id, fullname }) => <Link to={`/tenants/${id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'kind', oneLine: true, spare: true },
  { key: 'contact_number', oneLine: true },
  { key: 'plots', oneLine: true },
  { key: 'zones', grows: true, cell: ({ zones }) => shownName(zones) },
  { key: 'indentures', spare: true },
  { key: 'added_at', oneLine: true, spare: true },
];

/** All tenants, the newest first. */
export function TenantTable() {
  const state = useListState(tenantList);
  return (
    <ListScreen
      list={tenantList}
      state={state}
      caption="Tenants"
      columns={COLUMNS}
      loading="Loading tenants..."
      empty={<p>{state.isFiltered ? 'No tenants match these filters.' : 'There are no tenants yet.'}</p>}
    />
  );
}
