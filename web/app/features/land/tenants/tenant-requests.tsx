import {
  acceptTenantRequest,
  type ListedTenantRequest,
  refuseTenantRequest,
  shownName,
  TENANT_FIELD_LABELS,
  type TenantField,
  TenantRefusal,
  tenantRequestList,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { ChangeLines, FieldChanges } from '~/components/record/changes.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { fieldInWords } from './field-in-words.ts';
import { TenantRequestState } from './tenant-request-state.tsx';

const changesOf = ({ wanted, current }: Pick<ListedTenantRequest, 'wanted' | 'current'>) =>
  (Object.keys(wanted) as TenantField[]).map((name) => ({
    field: TENANT_FIELD_LABELS[name],
    before: fieldInWords(name, current[name]),
    after: fieldInWords(name, wanted[name]),
  }));

type Columns = readonly ShownColumn<typeof tenantRequestList>[];

const COLUMNS: Columns = [
  {
    key: 'fullname',
    heading: true,
    oneLine: true,
    cell: ({ fullname, tenant_id }) => <Link to={`/tenants/${tenant_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'tenant_code', oneLine: true },
  {
    key: 'wanted',
    grows: true,
    cell: (request) => <FieldChanges of={`the request of ${request.tenant_code}`} changes={changesOf(request)} />,
  },
  { key: 'note' },
  { key: 'asked_at', oneLine: true },
];

const DECIDED: Columns = [
  { key: 'status', cell: (request) => <TenantRequestState {...request} /> },
  { key: 'decided_by', oneLine: true },
];

const ACTIONS: Columns = [
  {
    header: 'Action',
    cell: ({ id, tenant_code, fullname, ...request }) => (
      <Group gap="xs" wrap="nowrap">
        <ChangeButton
          label="Accept"
          of={tenant_code}
          title={`Change the record of ${shownName(fullname)}?`}
          action="Change the record"
          button={{ size: 'compact-xs' }}
          send={() => change(acceptTenantRequest, { params: { id } })}
        >
          <ChangeLines changes={changesOf(request)} />
          <p>The values before stay with the record. Check a new number with the tenant first.</p>
        </ChangeButton>
        <ChangeButton
          label="Refuse"
          of={tenant_code}
          title={`Refuse the request of ${shownName(fullname)}?`}
          reason={{ schema: TenantRefusal, seenBy: 'The tenant reads it on their page.' }}
          button={{ size: 'compact-xs' }}
          send={(reason) => change(refuseTenantRequest, { params: { id }, body: { reason } })}
        >
          <p>The record stays as it is. They may ask again.</p>
        </ChangeButton>
      </Group>
    ),
  },
];

/** Tenants' requests to change their record; a waiting one is accepted or refused. */
export function TenantRequests() {
  const state = useListState(tenantRequestList);
  const isWaiting = (state.filters.status || 'asked') === 'asked';
  return (
    <ListScreen
      list={tenantRequestList}
      state={state}
      caption="Requests to change a record"
      columns={[...COLUMNS, ...(isWaiting ? ACTIONS : DECIDED)]}
      loading="Loading requests..."
      isLive
      empty={<p>{isWaiting ? 'No request waits.' : 'There is no such request.'}</p>}
    />
  );
}
